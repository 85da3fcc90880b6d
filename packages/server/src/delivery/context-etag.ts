import { hash } from 'node:crypto';
import { type Context, contextKey } from '@halyard/engine';
import { matchesEtag } from '../http/bodies/etag.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';
import type { Decided } from './prepared-responses.ts';

type Header = string | string[] | undefined;

/**
 * ETag of a response for one context. It covers the definitions, the decisions, and the parts of the context that determine them,
 * so that a repeated request gets 304 without an evaluation.
 */
export class ContextEtag {
    readonly #before: string;
    readonly #compiled: CompiledFlags;
    readonly #context: Context;
    /** Follows the fingerprint of the decisions. */
    readonly #echo: string;
    #contextKey: string | undefined;

    /** `before` precedes the quotes: `W/` where equal responses may be compressed differently. */
    constructor(
        before: 'W/' | '',
        { compiled, context, echoed }: { compiled: CompiledFlags; context: Context; echoed: string | undefined },
    ) {
        this.#before = before;
        this.#compiled = compiled;
        this.#context = context;
        this.#echo = echoed === undefined ? '' : hash('sha1', echoed, 'base64url');
    }

    /** Returns the ETag if the caller would get the same response again, or undefined if an evaluation is needed. */
    repeated(header: Header): string | undefined {
        if (typeof header !== 'string') return undefined;
        return REPEATABLE.exec(header)?.[1] === this.#keyOfContext() ? header : undefined;
    }

    /** Returns the ETag of the decisions, and whether the caller already has a response with the same content. */
    of({ fingerprint, isRepeatable }: Decided, header: Header): { etag: string; isKnown: boolean } {
        const content = fingerprint + this.#echo;
        const etag = `${this.#before}"${content}${isRepeatable ? `.${this.#keyOfContext()}` : ''}"`;
        const known = typeof header === 'string' ? header.replace(CONTEXT_KEY, '"') : header;
        return { etag, isKnown: matchesEtag(known, `${this.#before}"${content}"`) };
    }

    /** Returns a hash of the set of flags and of the context fields that they use. */
    #keyOfContext(): string {
        const { id, flags } = this.#compiled;
        this.#contextKey ??= hash('sha1', id + this.#echo + contextKey(flags, this.#context), 'base64url');
        return this.#contextKey;
    }
}

const REPEATABLE = /^(?:W\/)?"[\w-]+\.([\w-]{27})"$/;
const CONTEXT_KEY = /\.[\w-]{27}"/g;

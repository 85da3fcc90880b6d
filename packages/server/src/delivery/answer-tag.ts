import { hash } from 'node:crypto';
import { type Context, contextKey } from '@halyard/engine';
import { isKnown } from '../http/bodies/etag.ts';
import type { Decided, PreparedSet } from './prepared-answers.ts';

type Header = string | string[] | undefined;

/**
 * ETag of a response for one context. It covers the revision, the decisions, and the parts of the context that determine them. So
 * a repeated request gets 304 without an evaluation.
 */
export class AnswerTag {
    readonly #before: string;
    readonly #prepared: PreparedSet;
    readonly #context: Context;
    #askerKey: string | undefined;

    /** `before` precedes the quotes: `W/` where equal responses may be compressed differently. */
    constructor(before: 'W/' | '', prepared: PreparedSet, context: Context) {
        this.#before = before;
        this.#prepared = prepared;
        this.#context = context;
    }

    /** The ETag if the caller would get the same response again; undefined when an evaluation is needed. */
    repeated(header: Header): string | undefined {
        if (typeof header !== 'string') return undefined;
        return REPEATABLE.exec(header)?.[1] === this.#asker() ? header : undefined;
    }

    /** The ETag of the decisions, and whether the caller already has it, for any context. */
    of({ fingerprint, isRepeatable }: Decided, header: Header): { etag: string; isKnown: boolean } {
        const answer = `${this.#prepared.revision}-${fingerprint}`;
        const etag = `${this.#before}"${answer}${isRepeatable ? `.${this.#asker()}` : ''}"`;
        const known = typeof header === 'string' ? header.replace(ASKER, '"') : header;
        return { etag, isKnown: isKnown(known, `${this.#before}"${answer}"`) };
    }

    /** Identifies the context and the set of flags. */
    #asker(): string {
        const { id, flags } = this.#prepared;
        this.#askerKey ??= hash('sha1', id + contextKey(flags, this.#context), 'base64url');
        return this.#askerKey;
    }
}

const REPEATABLE = /^(?:W\/)?"[\w-]+\.([\w-]{27})"$/;
const ASKER = /\.[\w-]{27}"/g;

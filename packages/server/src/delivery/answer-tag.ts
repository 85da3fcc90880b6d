import { hash } from 'node:crypto';
import { type Context, toldBy } from '@halyard/engine';
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

    /** `before` is what stands before the quotes: `W/` where equal answers may be compressed differently. */
    constructor(before: 'W/' | '', prepared: PreparedSet, context: Context) {
        this.#before = before;
        this.#prepared = prepared;
        this.#context = context;
    }

    /** The ETag of a caller who would get the same again; undefined when that is to be decided. */
    repeated(header: Header): string | undefined {
        if (typeof header !== 'string') return undefined;
        return REPEATABLE.exec(header)?.[1] === this.#asker() ? header : undefined;
    }

    /** The ETag of what was decided, and whether a caller has it already, whomever it was decided for. */
    of({ fingerprint, isRepeatable }: Decided, header: Header): { etag: string; isKnown: boolean } {
        const answer = `${this.#prepared.revision}-${fingerprint}`;
        const etag = `${this.#before}"${answer}${isRepeatable ? `.${this.#asker()}` : ''}"`;
        const known = typeof header === 'string' ? header.replace(ASKER, '"') : header;
        return { etag, isKnown: isKnown(known, `${this.#before}"${answer}"`) };
    }

    /** Who asks, and which set of flags: what only that set and nobody else's context gives. */
    #asker(): string {
        const { id, flags } = this.#prepared;
        this.#askerKey ??= hash('sha1', id + toldBy(flags, this.#context), 'base64url');
        return this.#askerKey;
    }
}

const REPEATABLE = /^(?:W\/)?"[\w-]+\.([\w-]{27})"$/;
const ASKER = /\.[\w-]{27}"/g;

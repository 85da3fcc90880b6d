import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { authenticationRequired } from '../../../core/errors/errors.ts';

type Headers = Record<string, string | string[] | undefined>;

/** The maximum clock difference between an edge and this node, and the validity of a signature. */
const MAX_AGE_MS = 5 * 60_000;
/** The maximum number of signatures remembered until they expire; more in five minutes do not come from honest edges. */
const REMEMBERED = 10_000;

/** Authenticates edges whose signature proves that they know the secret. Each signature works once. */
export class EdgeSignatures {
    readonly #client: { id: string; secret: Buffer };
    readonly #used = new Map<string, number>();

    constructor(client: { id: string; secret: Buffer }) {
        this.#client = client;
    }

    /** Throws unless the request has a fresh signature of its body. */
    check(path: string, headers: Headers, body: unknown, now: number): void {
        const [id, signature] = /^HMAC ([^:]+):([\w-]+)$/.exec(text(headers['authorization']))?.slice(1) ?? [];
        const timestamp = text(headers['x-timestamp']);
        const nonce = text(headers['x-nonce']);
        const bodyHash = hash('sha256', JSON.stringify(body), 'hex');
        const expected = signatureOf({ path, timestamp, nonce, bodyHash }, this.#client.secret);
        const isRight =
            id === this.#client.id &&
            signature !== undefined &&
            nonce !== '' &&
            Math.abs(now - Date.parse(timestamp)) <= MAX_AGE_MS &&
            isEqual(signature, expected);
        if (!isRight || !this.#isFirstUse(expected, now)) {
            throw authenticationRequired(
                'The signature is not valid, too old, or was used before. Sign the request anew.',
            );
        }
    }

    #isFirstUse(signature: string, now: number): boolean {
        for (const [known, until] of this.#used) if (until < now) this.#used.delete(known);
        if (this.#used.has(signature) || this.#used.size >= REMEMBERED) return false;
        this.#used.set(signature, now + 2 * MAX_AGE_MS);
        return true;
    }
}

/** Computes the signature of a request as edges do. */
export const signatureOf = (
    { path, timestamp, nonce, bodyHash }: Record<'path' | 'timestamp' | 'nonce' | 'bodyHash', string>,
    secret: Buffer,
): string =>
    createHmac('sha256', secret).update(['POST', path, timestamp, nonce, bodyHash].join('\n')).digest('base64url');

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : '');

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

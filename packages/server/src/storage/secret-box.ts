import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invalid } from '../core/errors/errors.ts';

const CIPHER = 'aes-256-gcm';
const PREFIX = 'sealed:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A stored secret was encrypted with a key that is not configured. */
export class CannotOpen extends Error {}

/**
 * Encrypts secrets that must be sent to others, and so cannot be hashed. This protects them in backups, copies and query tools.
 * Without a key they are stored as plain text.
 */
export class SecretBox {
    readonly #keys: readonly Buffer[];

    /** The first key encrypts; the others only decrypt. */
    constructor(keys: readonly string[]) {
        this.#keys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'halyard stored secrets', 32)));
    }

    get hasKey(): boolean {
        return this.#keys.length > 0;
    }

    /** The text to store; an empty text stays empty. */
    seal(secret: string): string {
        const key = this.#keys[0];
        if (secret === '') return secret;
        if (key === undefined) {
            // Stored as plain text, it would be mistaken for an encrypted one.
            if (secret.startsWith(PREFIX)) throw invalid(`A secret cannot begin with ${PREFIX}`);
            return secret;
        }
        const iv = randomBytes(IV_BYTES);
        const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
        const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
        return PREFIX + sealed.toString('base64url');
    }

    /** The secret of a stored text, encrypted or not. */
    open(stored: string): string {
        if (!stored.startsWith(PREFIX)) return stored;
        const secret = this.#keys.map((key) => opened(key, stored)).find((text) => text !== undefined);
        if (secret === undefined) throw new CannotOpen('No key that is given opens a stored secret.');
        return secret;
    }

    /** Whether the text is stored as it would be stored now: with the first key, or as plain text without one. */
    isUpToDate(stored: string): boolean {
        const key = this.#keys[0];
        if (key === undefined || stored === '') return !stored.startsWith(PREFIX);
        return stored.startsWith(PREFIX) && opened(key, stored) !== undefined;
    }
}

function opened(key: Buffer, stored: string): string | undefined {
    const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
        return undefined;
    }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invalid } from '../core/errors/errors.ts';

const CIPHER = 'aes-256-gcm';
const PREFIX = 'sealed:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Told when a stored secret was sealed with a key that is not among those we have. */
export class CannotOpen extends Error {}

/**
 * Keeps secrets that must be sent to others, and so cannot be hashed, from those who read the database without the
 * service: in backups, copies and query tools. Without a key they are stored as they are.
 */
export class SecretBox {
    readonly #keys: readonly Buffer[];

    /** The first key seals; the others still open what they sealed. */
    constructor(keys: readonly string[]) {
        this.#keys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'halyard stored secrets', 32)));
    }

    /** The text as it is to be stored; what is empty stays so. */
    seal(secret: string): string {
        const key = this.#keys[0];
        if (secret === '') return secret;
        if (key === undefined) {
            // Stored as it is, it would be taken for one that is sealed.
            if (secret.startsWith(PREFIX)) throw invalid(`A secret cannot begin with ${PREFIX}`);
            return secret;
        }
        const iv = randomBytes(IV_BYTES);
        const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
        const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
        return PREFIX + sealed.toString('base64url');
    }

    /** The secret of a stored text, sealed or not. */
    open(stored: string): string {
        if (!stored.startsWith(PREFIX)) return stored;
        const secret = this.#keys.map((key) => opened(key, stored)).find((text) => text !== undefined);
        if (secret === undefined) throw new CannotOpen('No key that is given opens a stored secret.');
        return secret;
    }

    /** Whether the text is stored as it would be stored now. */
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

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the default of the library, with the minimum memory and time that OWASP recommends. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** A random hash that no password matches. With it, the rejection of an unknown user takes as long as that of a wrong password. */
const DUMMY_HASH = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$${random(16)}$${random(32)}`;

function random(bytes: number): string {
    return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

export async function passwordMatches(password: string, storedHash: string | null | undefined): Promise<boolean> {
    const matches = await verify(storedHash ?? DUMMY_HASH, password);
    return matches && storedHash != null;
}

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id, which is the library's default, with the memory and time that OWASP asks for at least. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** The hash of nothing that anyone can find: an unknown user takes as long to refuse as a wrong password. */
const NOBODY = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$${random(16)}$${random(32)}`;

function random(bytes: number): string {
    return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

export async function passwordMatches(password: string, storedHash: string | null | undefined): Promise<boolean> {
    const matches = await verify(storedHash ?? NOBODY, password);
    return matches && storedHash != null;
}

import { hash, verify } from '@node-rs/argon2';

/** Argon2id, which is the library's default, with the memory and time that OWASP asks for at least. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** A hash of nothing anyone can type: an unknown user takes as long to refuse as a wrong password. */
const NOBODY = hashPassword(crypto.randomUUID());

export async function passwordMatches(password: string, storedHash: string | null | undefined): Promise<boolean> {
    const matches = await verify(storedHash ?? (await NOBODY), password);
    return matches && storedHash != null;
}

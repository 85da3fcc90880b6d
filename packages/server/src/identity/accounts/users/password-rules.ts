import { passwordUsedBefore, weakPassword } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { hashPassword, passwordMatches } from './password.ts';

/** The time for hashing grows with the length, so the length is limited. */
export const MAX_PASSWORD_LENGTH = 128;

const RULES: { reason: string; isMet: (password: string) => boolean }[] = [
    { reason: 'It must have at least 10 characters.', isMet: (password) => password.length >= 10 },
    {
        reason: `It must have at most ${MAX_PASSWORD_LENGTH} characters.`,
        isMet: (password) => password.length <= MAX_PASSWORD_LENGTH,
    },
    { reason: 'It must contain a lowercase letter.', isMet: (password) => /\p{Ll}/u.test(password) },
    { reason: 'It must contain an uppercase letter.', isMet: (password) => /\p{Lu}/u.test(password) },
    { reason: 'It must contain a digit.', isMet: (password) => /\d/.test(password) },
    { reason: 'It must contain a special character.', isMet: (password) => /[^\p{L}\d]/u.test(password) },
    {
        reason: 'It must not contain the same character three times in a row.',
        isMet: (password) => !/(.)\1\1/su.test(password),
    },
];

/** Rejects a weak password with all reasons at once. */
export function demandStrength(password: string): void {
    const reasons = RULES.filter(({ isMet }) => !isMet(password)).map(({ reason }) => reason);
    if (reasons.length > 0) throw weakPassword(`The password is too weak. ${reasons.join(' ')}`, reasons);
}

/** The number of remembered passwords of a user, including the current one. */
export const REMEMBERED_PASSWORDS = 5;

/** Checks a password that a user chose and returns its hash. */
export async function hashNewPassword(db: Db, userId: number, password: string): Promise<string> {
    demandStrength(password);
    const used = await db
        .selectFrom('password_history')
        .select('password_hash')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(REMEMBERED_PASSWORDS)
        .execute();
    for (const { password_hash } of used) {
        if (await passwordMatches(password, password_hash)) throw passwordUsedBefore(REMEMBERED_PASSWORDS);
    }
    return hashPassword(password);
}

import { hash, randomBytes } from 'node:crypto';

export const RECOVERY_CODE_COUNT = 10;
/** 80 bits: too many to guess, even from a stolen hash. */
const LENGTH = 16;
/** Without letters and digits that are easily confused (Crockford's Base32). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a new set of codes such as `k2w9-8h3f-xq7m-04tz`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, newCode);

function newCode(): string {
    // 32 divides 256, so every letter is equally likely.
    const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
    return letters.match(/.{4}/g)!.join('-');
}

/** Spaces, dashes, upper case and confusable letters do not matter. */
const normalised = (code: string) =>
    code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

export const hashRecoveryCode = (code: string): string => hash('sha256', normalised(code), 'hex');

import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns an id that sorts by time: 10 characters of time and 16 random ones (ULID). */
export function ulid(now: string): string {
    let time = '';
    for (let rest = Date.parse(now); time.length < 10; rest = Math.floor(rest / 32)) time = DIGITS[rest % 32] + time;
    return time + Array.from(randomBytes(16), (byte) => DIGITS[byte % 32]).join('');
}

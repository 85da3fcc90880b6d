import { expect, test } from 'vitest';
import { totpStep } from './totp.ts';

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B, in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The RFC lists eight digits; apps show the last six of them.
test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
])('the code of RFC 6238 for second %i is accepted', (seconds, code) => {
    expect(totpStep(SECRET, code.slice(-6), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test('a code is accepted one step before and after its own, and not further away', () => {
    const at = (seconds: number) => totpStep(SECRET, '050471', new Date(seconds * 1000));

    // The step of second 1111111111 begins at 1111111110.
    expect([1_111_111_080, 1_111_111_169].map(at)).toEqual([37_037_037, 37_037_037]);
    expect([1_111_111_079, 1_111_111_170].map(at)).toEqual([undefined, undefined]);
});

import { expect, test } from 'vitest';
import { instantIn, inZone, localIn } from './zoned.ts';

test('the local time of a zone becomes an instant, in summer and in winter', () => {
    expect(instantIn('Europe/Oslo', '2026-11-20T18:00')).toBe('2026-11-20T17:00:00.000Z');
    expect(instantIn('Europe/Oslo', '2026-07-20T18:00')).toBe('2026-07-20T16:00:00.000Z');
    expect(instantIn('America/New_York', '2026-07-20T18:00')).toBe('2026-07-20T22:00:00.000Z');
    expect(instantIn('Asia/Kolkata', '2026-07-20T18:00')).toBe('2026-07-20T12:30:00.000Z');
    expect(instantIn('UTC', '2026-07-20T18:00')).toBe('2026-07-20T18:00:00.000Z');
    expect(instantIn('UTC', '')).toBeUndefined();
});

test('a skipped hour maps to an hour later, a repeated hour to its first occurrence', () => {
    // Clocks go from 02:00 to 03:00 on the 29th of March, and from 03:00 back to 02:00 on the 25th of October.
    expect(instantIn('Europe/Oslo', '2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(localIn('Europe/Oslo', '2026-03-29T01:30:00.000Z')).toBe('2026-03-29T03:30');
    expect(instantIn('Europe/Oslo', '2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
});

test('an instant is formatted in the local time of a zone and in the locale of the reader', () => {
    const formatted = (locale: string) => inZone('Europe/Oslo', '2031-11-21T17:00:00.000Z', locale);
    expect(formatted('en-GB')).toBe('Fri, 21 Nov 2031, 18:00 (Europe/Oslo)');
    expect(formatted('de-DE')).toBe('Fr., 21. Nov. 2031, 18:00 (Europe/Oslo)');
    expect(formatted('en-US')).toMatch(/^Fri, Nov 21, 2031, 6:00\sPM \(Europe\/Oslo\)$/);
});

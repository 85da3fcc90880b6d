import { expect, test } from 'vitest';
import { exposureOf } from './exposure.ts';

const at = (hour: number) => `2026-11-16T${String(hour).padStart(2, '0')}:00:00.000Z`;
const bucket = (hour: number, yes: number, no: number, more: object = {}) => ({
    environment: 'production',
    timestamp: at(hour),
    yes,
    no,
    ...more,
});

test('shares of applications are summed by hour, oldest first', () => {
    expect(exposureOf([bucket(2, 1, 1), bucket(1, 1, 3), bucket(1, 2, 2)], ['production'])).toEqual([
        {
            environment: 'production',
            results: ['on', 'off'],
            bars: [
                { timestamp: at(1), total: 8, shares: [3 / 8, 5 / 8] },
                { timestamp: at(2), total: 2, shares: [1 / 2, 1 / 2] },
            ],
        },
    ]);
});

test('variants have their own shares, and the default variant of a disabled flag has none', () => {
    const [exposure] = exposureOf([bucket(1, 4, 4, { variants: { red: 1, blue: 2, disabled: 4 } })], ['production']);

    expect(exposure?.results).toEqual(['blue', 'red', 'on', 'off']);
    expect(exposure?.bars[0]?.shares).toEqual([2 / 8, 1 / 8, 1 / 8, 4 / 8]);
});

test('shares add up to 1 if more variants than enabled evaluations are reported', () => {
    const [exposure] = exposureOf([bucket(1, 2, 2, { variants: { red: 3, blue: 1 } })], ['production']);

    expect(exposure?.bars[0]?.shares).toEqual([1 / 8, 3 / 8, 0, 1 / 2]);
});

test('environments keep their order, and environments without evaluations are left out', () => {
    const buckets = [
        bucket(1, 1, 0),
        bucket(1, 1, 0, { environment: 'staging' }),
        bucket(1, 0, 0, { environment: 'qa' }),
    ];

    expect(exposureOf(buckets, ['staging', 'qa', 'production']).map(({ environment }) => environment)).toEqual([
        'staging',
        'production',
    ]);
});

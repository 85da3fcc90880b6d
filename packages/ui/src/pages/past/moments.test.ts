import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedEvent } from '../../api/types.ts';
import { indexOf, momentsOf, nearest, positionsOf } from './moments.ts';

const event = (id: number, createdAt: string, type = 'feature-strategy-update') =>
    ({ id, createdAt, type }) as ListedEvent;

const MOMENTS = momentsOf([
    event(9, '2026-03-01T12:00:00.000Z', 'feature-favorited'),
    event(8, '2026-03-01T11:00:00.000Z'),
    event(5, '2026-03-01T10:00:00.000Z', 'feature-environment-enabled'),
    event(4, '2026-03-01T10:00:00.000Z', 'feature-strategy-add'),
    event(2, '2026-02-01T10:00:00.000Z', 'feature-created'),
]);

test('events of one change form one moment, in chronological order, and favourites form none', () => {
    expect(MOMENTS.map(({ events }) => events.map(({ id }) => id))).toEqual([[2], [5, 4], [8]]);
});

test('a time or revision in the URL selects the last moment that is not later', () => {
    expect(indexOf(MOMENTS, undefined)).toBeUndefined();
    expect(indexOf(MOMENTS, '2026-03-01T11:00:00.000Z')).toBe(2);
    expect(indexOf(MOMENTS, '2026-03-01T11:59:00+01:00')).toBe(1);
    expect(indexOf(MOMENTS, '2025-01-01T00:00:00Z')).toBe(-1);
    expect(indexOf(MOMENTS, '7')).toBe(1);
    // A revision inside a change resolves to the state before it.
    expect(indexOf(MOMENTS, '4')).toBe(0);
    expect(indexOf(MOMENTS, '1')).toBe(-1);
});

test('positions are ordered and separated for any gaps, and each is found again', () => {
    fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 60 }), (gaps) => {
            let time = Date.parse('2020-01-01T00:00:00Z');
            const moments = gaps.map((gap, index) => {
                time += gap + 1;
                return { at: new Date(time).toISOString(), events: [event(index, '')] as [ListedEvent] };
            });
            const positions = positionsOf(moments, time + 1);

            for (const [index, place] of positions.entries()) {
                expect(place).toBeGreaterThanOrEqual(0);
                expect(place).toBeLessThan(1);
                if (index > 0) expect(place - positions[index - 1]!).toBeGreaterThanOrEqual(0.49 / moments.length);
                expect(nearest(positions, place)).toBe(index);
            }
        }),
    );
});

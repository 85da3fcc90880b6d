import { expect, test } from 'vitest';
import type { ListedEvent } from '../../api/types.ts';
import { changeMarkers } from './change-markers.ts';

const HOUR = 3_600_000;
const event = (id: number, type: ListedEvent['type'], hours: number, createdBy = 'mara') =>
    ({ id, type, createdBy, createdAt: new Date(hours * HOUR).toISOString() }) as ListedEvent;

const range = { start: 10 * HOUR, end: 20 * HOUR, binWidth: HOUR };

test('changes within the same hour share a marker that names them in order and their authors', () => {
    const markers = changeMarkers(
        [
            event(4, 'feature-environment-disabled', 15.5, 'jo'),
            event(3, 'feature-environment-enabled', 15.25),
            event(2, 'feature-strategy-add', 12),
        ],
        range,
    );
    expect(markers.map(({ event: id, position }) => [id, position])).toEqual([
        [2, 0.2],
        [4, 0.55],
    ]);
    expect(markers[1]?.label).toMatch(/^Flag turned on, Flag turned off, mara, jo, /);
});

test('changes outside the range and favourites have no marker', () => {
    const events = [
        event(3, 'feature-environment-enabled', 21),
        event(2, 'feature-favorited', 12),
        event(1, 'feature-created', 9),
    ];
    expect(changeMarkers(events, range)).toEqual([]);
});

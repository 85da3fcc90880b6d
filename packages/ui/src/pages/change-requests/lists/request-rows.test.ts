import { expect, test } from 'vitest';
import { changedObjectNames, isClosed } from './request-rows.ts';

test('each changed object is named once', () => {
    const request = {
        features: [{ name: 'lantern' }, { name: 'lantern' }, { name: 'buoy' }],
        segments: [{ name: 'Nordics' }],
        settings: [{}],
    };
    expect(changedObjectNames(request as never)).toEqual(['lantern', 'buoy', 'segment Nordics', 'approval rules']);
    expect(changedObjectNames({ features: [], segments: [], settings: [] } as never)).toEqual([]);
});

test('only applied, cancelled and rejected requests are closed', () => {
    const closed = (
        ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'] as const
    ).filter((state) => isClosed({ state }));
    expect(closed).toEqual(['Applied', 'Cancelled', 'Rejected']);
});

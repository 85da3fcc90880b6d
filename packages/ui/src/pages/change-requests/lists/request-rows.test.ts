import { expect, test } from 'vitest';
import { aboutOf, isClosed } from './request-rows.ts';

test('a request names each thing that it changes once', () => {
    const request = {
        features: [{ name: 'lantern' }, { name: 'lantern' }, { name: 'buoy' }],
        segments: [{ name: 'Nordics' }],
        settings: [{}],
    };
    expect(aboutOf(request as never)).toEqual(['lantern', 'buoy', 'segment Nordics', 'approval rules']);
    expect(aboutOf({ features: [], segments: [], settings: [] } as never)).toEqual([]);
});

test('what was applied, cancelled or rejected is closed, and nothing else', () => {
    const closed = (
        ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'] as const
    ).filter((state) => isClosed({ state }));
    expect(closed).toEqual(['Applied', 'Cancelled', 'Rejected']);
});

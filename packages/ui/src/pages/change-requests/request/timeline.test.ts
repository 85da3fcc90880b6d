import { expect, test } from 'vitest';
import { timelineOf } from './timeline.ts';

const ada = { id: 1, username: 'ada', name: 'ada', imageUrl: '' };
const bob = { id: 2, username: 'bob', name: 'bob', imageUrl: '' };

const created = {
    createdAt: '2026-11-16T10:00:00.000Z',
    createdBy: ada,
    stateTimestamps: { Draft: '2026-11-16T10:00:00.000Z', 'In review': '2026-11-16T11:00:00.000Z' },
    approvals: [],
    rejections: [],
};

test('events are in order, with the edits that voided approvals', () => {
    const approval = { createdBy: bob, createdAt: '2026-11-16T13:00:00.000Z', contentHash: 'new' };
    const entries = timelineOf({
        ...created,
        approvals: [approval],
        approvalsCleared: {
            at: '2026-11-16T12:00:00.000Z',
            by: ada,
            approvals: [{ ...approval, createdAt: '2026-11-16T11:30:00.000Z', contentHash: 'old' }],
        },
    });
    expect(entries.map(({ text }) => text)).toEqual([
        'Created by ada',
        'Sent to review',
        'ada edited it, which cleared an approval',
        'bob approved',
    ]);
});

test('a schedule is last, with its time zone', () => {
    const schedule = {
        scheduledAt: '2031-11-21T17:00:00.000Z',
        timeZone: 'Europe/Oslo',
        status: 'pending' as const,
        stackedOn: [],
        createdBy: bob,
    };
    expect(timelineOf({ ...created, schedule }).at(-1)).toMatchObject({
        // Formatted with the locale of the test run.
        text: expect.stringMatching(/^Will be applied Fri, Nov 21, 2031, (18:00|6:00\sPM) \(Europe\/Oslo\)$/),
        kind: 'next',
    });
    expect(timelineOf({ ...created, schedule: { ...schedule, status: 'suspended' } }).at(-1)?.text).toMatch(
        /is suspended$/,
    );
});

test('the approval that completes a request is listed before the state that follows from it', () => {
    const at = '2026-11-16T13:00:00.000Z';
    const entries = timelineOf({
        ...created,
        stateTimestamps: { ...created.stateTimestamps, Approved: at },
        approvals: [{ createdBy: bob, createdAt: at, contentHash: 'new' }],
    });
    expect(entries.map(({ text }) => text).slice(-2)).toEqual(['bob approved', 'Fully approved']);
});

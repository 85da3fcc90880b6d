import { expect, test } from 'vitest';
import type { ListedChangeRequest } from '../request/change-request.queries.ts';
import { pendingOf, touchingStrategy } from './pending.ts';

/** A request with only the properties under test. */
const request = (id: number, more: object) =>
    ({ id, state: 'In review', features: [], ...more }) as unknown as ListedChangeRequest;

const changes = (name: string, ...actions: string[]) => ({
    name,
    changes: actions.map((action) => ({ action, payload: { id: 'first' } })),
});

const schedule = (scheduledAt: string, status = 'pending') => ({ scheduledAt, status, timeZone: 'Europe/Oslo' });

test('proposed changes of a flag are counted, and a scheduled request is shown with its time', () => {
    const list = [
        request(1, {
            features: [changes('lantern', 'updateEnabled', 'updateStrategy'), changes('tide', 'updateEnabled')],
        }),
        request(2, { state: 'Applied', features: [changes('lantern', 'archiveFeature')] }),
    ];
    expect(pendingOf(list, 'lantern')?.summary).toBe('2 changes pending');
    expect(pendingOf(list, 'tide')?.summary).toBe('1 change pending');
    expect(pendingOf(list, 'keel')).toBeUndefined();
});

test('of several schedules the next one is shown, and a suspended one is marked', () => {
    const list = [
        request(3, {
            state: 'Scheduled',
            features: [changes('lantern', 'updateEnabled')],
            schedule: schedule('2031-12-01T08:00:00.000Z'),
        }),
        request(4, {
            state: 'Scheduled',
            features: [changes('lantern', 'updateEnabled')],
            schedule: schedule('2031-11-21T17:00:00.000Z'),
        }),
        request(5, {
            state: 'Scheduled',
            features: [changes('lantern', 'updateEnabled')],
            schedule: schedule('2031-11-20T17:00:00.000Z', 'suspended'),
        }),
    ];
    // In the time zone of the test run.
    expect(pendingOf(list, 'lantern')?.summary).toMatch(
        /^scheduled Fri, Nov 21, 2031, (18:00|6:00\sPM) \(Europe\/Oslo\), schedule suspended$/,
    );
});

test('a strategy is affected by requests that change or remove it', () => {
    const list = [request(1, { features: [changes('lantern', 'updateStrategy')] })];
    expect(touchingStrategy(list, 'first')).toHaveLength(1);
    expect(touchingStrategy(list, 'second')).toHaveLength(0);
    expect(touchingStrategy([request(1, { features: [changes('lantern', 'addStrategy')] })], 'first')).toHaveLength(0);
});

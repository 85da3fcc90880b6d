import { expect, test } from 'vitest';
import type { ListedEvent } from '../../api/types.ts';
import { flagsOf, groupEvents, sharedEvent } from './groups.ts';

const event = (id: number, groupId: string, members: Partial<ListedEvent> = {}): ListedEvent =>
    ({ id, groupId, type: 'feature-created', featureName: 'lantern', ...members }) as ListedEvent;

const ids = (events: readonly ListedEvent[]) => events.map(({ id }) => id);

test('events of several flags in one change form one entry, events of a single flag do not', () => {
    const events = [
        event(6, 'c', { featureName: 'a' }),
        event(5, 'c', { featureName: 'b' }),
        event(4, 'b', { type: 'feature-environment-enabled' }),
        event(3, 'b', { type: 'feature-strategy-add' }),
        event(2, 'a'),
    ];

    const { entries, count } = groupEvents(events, false);

    expect(entries.map((each) => ids(each.events))).toEqual([[6, 5], [4], [3], [2]]);
    expect(count).toBe(5);
});

test('an import is shown by its own event, as are events without a flag', () => {
    const imported = [
        event(4, 'a', { type: 'features-imported', featureName: null }),
        event(3, 'a'),
        event(2, 'a', { type: 'segment-created', featureName: null }),
    ];
    const cloned = [
        event(10, 'b', { featureName: 'y' }),
        event(9, 'b', { featureName: 'x' }),
        event(8, 'b', { type: 'environment-created', featureName: null }),
    ];

    const reverted = [event(7, 'c', { type: 'project-changes-reverted', featureName: null }), event(6, 'c')];

    expect(groupEvents(reverted, false).entries).toMatchObject([{ head: { id: 7 } }]);
    expect(groupEvents(imported, false).entries).toMatchObject([{ head: { id: 4 } }]);
    expect(groupEvents(cloned, false).entries).toMatchObject([{ head: { id: 8 } }]);
});

test('an incomplete change is moved to the next page, unless it is the only one on this page', () => {
    const [one, two, three] = [event(5, 'b'), event(4, 'a', { featureName: 'x' }), event(3, 'a', { featureName: 'y' })];

    expect(groupEvents([one, two, three], true)).toMatchObject({ entries: [{ events: [one] }], count: 1 });
    expect(groupEvents([two, three], true)).toMatchObject({ cut: { events: [two, three] }, count: 2 });
    expect(groupEvents([one, two, three], false)).toMatchObject({ count: 3 });
    expect(groupEvents([], false)).toEqual({ entries: [], count: 0 });
});

test('an event that occurred for each of several flags represents all of them', () => {
    const on = (id: number, featureName: string) => [
        event(id + 1, 'a', { type: 'feature-environment-enabled', featureName, environment: 'dev' }),
        event(id, 'a', { type: 'feature-strategy-add', featureName, environment: 'dev' }),
    ];
    const both = [...on(3, 'buoy'), ...on(1, 'lantern')];

    expect(flagsOf(both)).toEqual(['lantern', 'buoy']);
    expect(sharedEvent(both, flagsOf(both))).toMatchObject({ id: 4 });
    expect(sharedEvent([...both, event(0, 'a')], ['lantern', 'buoy'])).toMatchObject({ id: 4 });
    expect(sharedEvent(on(3, 'buoy'), ['buoy'])).toBeUndefined();
});

test('events of a change request, including its application, form one entry with its latest state', () => {
    const of = (id: number, groupId: string, type: string, request = 41) =>
        event(id, groupId, { type, featureName: null, data: { changeRequestId: request } });
    const events = [
        of(9, 'd', 'change-request-applied'),
        event(8, 'd', { type: 'feature-environment-enabled' }),
        event(7, 'x', { type: 'feature-archived', featureName: 'buoy' }),
        of(6, 'c', 'change-request-approved'),
        of(5, 'e', 'change-request-sent-to-review', 42),
        of(4, 'b', 'change-request-sent-to-review'),
    ];

    const { entries, count } = groupEvents(events, false);

    expect(entries.map((each) => ids(each.events))).toEqual([[9, 8, 6, 4], [7], [5]]);
    expect(entries[0]).toMatchObject({ head: { id: 9 } });
    expect(count).toBe(6);
    expect(groupEvents(events.slice(3), false).entries).toMatchObject([{ head: { id: 6 } }, { events: [{ id: 5 }] }]);
});

test('events without a flag that one person repeated form one entry, and two of them do not', () => {
    const token = (id: number, createdBy = 'mara') =>
        event(id, `g${id}`, { type: 'api-token-created', featureName: null, createdBy });

    const { entries } = groupEvents([token(6), token(5), token(4), token(3, 'jo'), token(2, 'jo')], false);

    expect(entries.map((each) => ids(each.events))).toEqual([[6, 5, 4], [3], [2]]);
    expect(entries[0]).toMatchObject({ head: { id: 6 }, isRepeated: true });
});

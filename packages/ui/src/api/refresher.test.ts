import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refresher } from './refresher.ts';
import type { SomeFlags, Subject } from './subjects.ts';

beforeEach(() => {
    vi.useFakeTimers();
});
afterEach(() => {
    vi.useRealTimers();
});

/** Simulates a page with queries of these subjects and counts their requests. */
async function screen(...subjects: Subject[]) {
    const queries = new QueryClient();
    const loads: string[] = [];
    const rows: SomeFlags[] = [];
    const leave = subjects.map((subject) =>
        new QueryObserver(queries, {
            queryKey: [subject],
            queryFn: async () => {
                loads.push(subject);
                return loads.length;
            },
        }).subscribe(() => {}),
    );
    await vi.advanceTimersByTimeAsync(0);
    loads.length = 0;
    const refresher = new Refresher(queries, async (_queries, some, mayShow) => {
        rows.push(some);
        await Promise.resolve();
        return mayShow();
    });
    return { refresher, loads, rows, leave: () => leave.forEach((each) => void each()) };
}

test('announcements within a short time cause one refetch of the affected queries', async () => {
    const { refresher, loads } = await screen('segments', 'users');

    refresher.invalidate(['segments']);
    refresher.invalidate(['segments', 'tokens']);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(loads).toEqual(['segments']);
});

test('a local change and its announcement cause one refetch', async () => {
    const { refresher, loads } = await screen('segments');
    refresher.changeBegins();

    refresher.invalidate(['segments']);
    const done = refresher.ownChange(['segments']);
    refresher.invalidate(['segments']);
    await vi.advanceTimersByTimeAsync(100);
    await done;
    await vi.advanceTimersByTimeAsync(10_000);

    expect(loads).toEqual(['segments']);
});

test('rows of flags are refetched together by project, not as a whole list', async () => {
    const { refresher, loads, rows } = await screen('flags');

    refresher.invalidate([{ project: 'ship', flags: ['a'] }]);
    refresher.invalidate([
        { project: 'ship', flags: ['b', 'a'] },
        { project: 'dock', flags: ['c'] },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(rows).toEqual([
        { project: 'ship', flags: ['a', 'b'] },
        { project: 'dock', flags: ['c'] },
    ]);
    expect(loads).toEqual([]);
});

test('invalidating a whole list makes the invalidation of its rows unnecessary', async () => {
    const { refresher, loads, rows } = await screen('flags');

    refresher.invalidate([{ project: 'ship', flags: ['a'] }, 'flags']);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(rows).toEqual([]);
    expect(loads).toEqual(['flags']);
});

test('nothing is refetched while a local change is in flight', async () => {
    const { refresher, loads } = await screen('segments');
    refresher.changeBegins();

    refresher.invalidate(['segments']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(loads).toEqual([]);

    void refresher.ownChange([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(loads).toEqual(['segments']);
});

test('rows overtaken by a local change are refetched', async () => {
    const { refresher, rows } = await screen('flags');

    refresher.invalidate([{ project: 'ship', flags: ['a'] }]);
    vi.advanceTimersByTime(150);
    refresher.changeBegins();
    await vi.advanceTimersByTimeAsync(500);
    expect(rows).toHaveLength(1);
    void refresher.ownChange([]);
    await vi.advanceTimersByTimeAsync(500);

    expect(rows).toHaveLength(2);
});

test('frequent remote changes are refetched at a limited rate, local changes immediately', async () => {
    const { refresher, loads } = await screen('segments');
    refresher.invalidate(['segments']);
    await vi.advanceTimersByTimeAsync(200);

    refresher.invalidate(['segments']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(loads).toHaveLength(1);
    refresher.changeBegins();
    await Promise.all([refresher.ownChange(['segments']), vi.advanceTimersByTimeAsync(100)]);

    expect(loads).toHaveLength(2);
});

test('an invalidation of everything refetches all queries', async () => {
    const { refresher, loads } = await screen('segments', 'users');

    refresher.invalidate(['everything']);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(loads).toEqual(['segments', 'users']);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportJournal } from './report-journal.ts';
import { ReportReceiver } from './report-receiver.ts';
import type { ReportBuffers } from './report-type.ts';
import { USAGE } from './report-types/usage.ts';
import type { SdkReports } from './sdk-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reporter = { kind: 'client', tokenId: 1 } as const;
const clock = () => new Date();
const snapshots = { of: () => ({ flags: new Map([['a', { project: 'default' }]]) }) } as never;
const evaluate = (buffers: ReportBuffers) =>
    buffers.in(USAGE).count({ reporter, app: 'web', environment: 'development' }, { a: { yes: 1 } });

/** A receiver with a journal that does what the next of these functions does. */
function receiverWith(...appends: (() => Promise<boolean>)[]) {
    const appended: SdkReports[] = [];
    let drains = 0;
    const journal: ReportJournal = {
        async append(reports) {
            const isNew = await appends.shift()!();
            appended.push(reports);
            return isNew;
        },
        async drain() {
            drains++;
        },
    };
    const receiver = new ReportReceiver({ snapshots, clock, journal, log: { warn: () => undefined } });
    const sum = () => appended.flatMap(({ usage }) => usage).reduce((total, { yes }) => total + yes, 0);
    return { receiver, sum, drains: () => drains };
}

const fails = () => Promise.reject(new Error('The journal is away.'));
const works = async () => true;

test('a report in an append that fails late was acknowledged, and is appended again until it is persisted', async () => {
    const { promise: first, reject } = Promise.withResolvers<boolean>();
    const { receiver, sum } = receiverWith(() => first, fails, fails, works);

    const acknowledged = receiver.receive(reporter, evaluate);
    await vi.advanceTimersByTimeAsync(1_000);
    await acknowledged;
    await receiver.receive(reporter, evaluate);
    reject(new Error('The journal is away.'));
    await vi.advanceTimersByTimeAsync(0);
    await expect(receiver.store()).rejects.toThrow('away');
    await expect(receiver.store()).rejects.toThrow('away');
    await receiver.store();

    expect(sum()).toBe(2);
});

test('persisted reports are processed although acknowledged ones cannot be persisted', async () => {
    const { promise: first, reject } = Promise.withResolvers<boolean>();
    const { receiver, drains } = receiverWith(() => first, fails);
    const acknowledged = receiver.receive(reporter, evaluate);
    await vi.advanceTimersByTimeAsync(1_000);
    await acknowledged;
    reject(new Error('The journal is away.'));
    await vi.advanceTimersByTimeAsync(0);

    await expect(receiver.store()).rejects.toThrow('away');

    expect(drains()).toBe(1);
});

test('a report in an append that fails at once is rejected and forgotten', async () => {
    const { receiver, sum } = receiverWith(fails, works);

    await expect(receiver.receive(reporter, evaluate)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    await receiver.receive(reporter, evaluate);
    await receiver.store();

    expect(sum()).toBe(1);
});

test('after an overdue append has succeeded, reports are acknowledged only when they are persisted again', async () => {
    const { promise: first, resolve } = Promise.withResolvers<boolean>();
    const { promise: second, resolve: persist } = Promise.withResolvers<boolean>();
    const { receiver } = receiverWith(
        () => first,
        () => second,
    );
    const overdue = receiver.receive(reporter, evaluate);
    await vi.advanceTimersByTimeAsync(1_000);
    await overdue;
    resolve(true);
    await vi.advanceTimersByTimeAsync(0);

    let isAcknowledged = false;
    const later = receiver.receive(reporter, evaluate).then(() => {
        isAcknowledged = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(isAcknowledged).toBe(false);
    persist(true);
    await later;
});

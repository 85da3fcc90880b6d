import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { Deliveries } from '../../src/admin/exchange/integrations/deliveries.ts';
import { Schedules } from '../../src/admin/governance/change-requests/schedules/schedules.ts';

// Stored before they are replaced: a test may already have replaced them later.
const { all, iterate, run } = StatementSync.prototype;
const { query } = pg.Client.prototype;

/** Records all statements to databases of this process from now on, where the drivers send them. */
export function watchStatements(): { executed(): string[]; roundTrips(): number } {
    let recorded: string[] = [];
    let roundTrips = 0;
    /** The clients that send statements at this moment: those that are sent together are one round trip. */
    const sending = new Set<pg.Client>();
    const spies = [
        vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
            recorded.push(this.sourceSQL);
            return all.apply(this, values as never);
        }),
        vi.spyOn(StatementSync.prototype, 'iterate').mockImplementation(function (this: StatementSync, ...values) {
            recorded.push(this.sourceSQL);
            return iterate.apply(this, values as never);
        }),
        vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
            // An insert of many rows is one statement that runs for each row.
            if (recorded.at(-1) !== this.sourceSQL || !this.sourceSQL.startsWith('insert'))
                recorded.push(this.sourceSQL);
            return run.apply(this, values as never);
        }),
        vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
            const [sent] = values as [pg.QueryConfig | string];
            // Other queries begin a session, or belong to connections outside the pools: a probe of a slow server, a listener.
            if (this.pipeline && typeof sent === 'object' && sent.types) {
                if (!sending.has(this)) roundTrips++;
                sending.add(this);
                queueMicrotask(() => sending.delete(this));
                recorded.push(sent.text);
            }
            return query.apply(this, values as never) as never;
        }),
    ];
    onTestFinished(() => {
        for (const spy of spies) spy.mockRestore();
    });
    return {
        /** Returns the statements since the last call. */
        executed() {
            const statements = recorded;
            recorded = [];
            return statements;
        },
        /** Returns the round trips to PostgreSQL since the last call. */
        roundTrips() {
            const count = roundTrips;
            roundTrips = 0;
            return count;
        },
    };
}

/** Disables background jobs in apps started from now on, and makes the number of round trips independent of the machine. */
export function withoutBackgroundWork(): void {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    // Long work yields when its time slice is over. Statements that are otherwise sent together are then sent separately.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    // Both run some time after a change.
    const schedules = vi.spyOn(Schedules.prototype, 'follow').mockReturnValue(undefined);
    const deliveries = vi.spyOn(Deliveries.prototype, 'follow').mockReturnValue(undefined);
    onTestFinished(() => {
        schedules.mockRestore();
        deliveries.mockRestore();
        clock.mockRestore();
        vi.useRealTimers();
    });
}

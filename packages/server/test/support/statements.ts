import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { Schedules } from '../../src/admin/governance/change-requests/schedules/schedules.ts';
import { Batch } from '../../src/storage/postgres-batch.ts';

// Not taken from where they are watched: by then, somebody may be watching already.
const { all, iterate, run } = StatementSync.prototype;
const { query } = pg.Client.prototype;

/** Everything that reaches a database of this process from now on, seen where the drivers send it. */
export function watchStatements(): { taken(): string[]; roundTrips(): number } {
    let seen: string[] = [];
    let roundTrips = 0;
    const spies = [
        vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
            seen.push(this.sourceSQL);
            return all.apply(this, values as never);
        }),
        vi.spyOn(StatementSync.prototype, 'iterate').mockImplementation(function (this: StatementSync, ...values) {
            seen.push(this.sourceSQL);
            return iterate.apply(this, values as never);
        }),
        vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
            // An insert of many rows is one statement that is run for each.
            if (seen.at(-1) !== this.sourceSQL || !this.sourceSQL.startsWith('insert')) seen.push(this.sourceSQL);
            return run.apply(this, values as never);
        }),
        vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
            roundTrips++;
            const [sent] = values;
            seen.push(...(sent instanceof Batch ? sent.texts : [JSON.stringify(sent)]));
            return query.apply(this, values as never) as never;
        }),
    ];
    onTestFinished(() => {
        for (const spy of spies) spy.mockRestore();
    });
    return {
        /** Those since the last time this was asked. */
        taken() {
            const statements = seen;
            seen = [];
            return statements;
        },
        /** To PostgreSQL, since the last time this was asked. */
        roundTrips() {
            const count = roundTrips;
            roundTrips = 0;
            return count;
        },
    };
}

/** Disables background jobs in apps started from now on. */
export function withoutBackgroundWork(): void {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    // Some time after a change it looks at what is scheduled.
    const schedules = vi.spyOn(Schedules.prototype, 'follow').mockReturnValue(undefined);
    onTestFinished(() => {
        schedules.mockRestore();
        vi.useRealTimers();
    });
}

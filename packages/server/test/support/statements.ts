import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** Everything that reaches a database of this process from now on, counted where the drivers send it. */
export function countStatements(): { taken(): number } {
    const spies = [
        vi.spyOn(StatementSync.prototype, 'all'),
        vi.spyOn(StatementSync.prototype, 'get'),
        vi.spyOn(StatementSync.prototype, 'run'),
        vi.spyOn(StatementSync.prototype, 'iterate'),
        vi.spyOn(DatabaseSync.prototype, 'exec'),
        vi.spyOn(pg.Client.prototype, 'query'),
    ];
    onTestFinished(() => {
        for (const spy of spies) spy.mockRestore();
    });
    return {
        /** How many there were since the last time this was asked. */
        taken() {
            const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
            for (const spy of spies) spy.mockClear();
            return count;
        },
    };
}

/** What the service does by itself, now and then, does not happen in apps that start from now on. */
export function withoutBackgroundWork(): void {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
}

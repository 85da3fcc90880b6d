import { expect, test } from 'vitest';
import { postgresWarehouse } from '../../test/support/warehouses.ts';
import { Outbound } from './outbound.ts';
import { type PostgresTarget, queryPostgres } from './postgres-query.ts';

const outbound = new Outbound({ allowPrivate: true, allowed: [] });
const { connection } = await postgresWarehouse();
const target = { certificateAuthority: null, ...connection } as unknown as PostgresTarget;
const limits = { timeoutMs: 20_000, maxBytes: 1_000_000 };

test('a response beyond the limit is not read to its end, and the error names the limit', async () => {
    const text = `select repeat('x', 1000000) from generate_series(1, 1000)`;

    await expect(queryPostgres(outbound, target, { text, ...limits })).rejects.toThrow('longer than 1000000 bytes');
});

test('a query that takes too long ends with the time limit', async () => {
    const query = queryPostgres(outbound, target, { text: 'select pg_sleep(30)', ...limits, timeoutMs: 500 });

    await expect(query).rejects.toThrow(/within 0.5 seconds|statement timeout/);
});

test('a query cannot write, and contains one statement', async () => {
    const run = (text: string) => queryPostgres(outbound, target, { text, ...limits });

    await expect(run('create table intruder (id integer)')).rejects.toThrow('read-only');
    await expect(run('commit; create table intruder (id integer)')).rejects.toThrow('multiple commands');
    expect(await run(`select to_regclass('intruder'), 7`)).toEqual([[null, '7']]);
});

/**
 * Growth of the database: bytes per row that each change, SDK and sign-in adds, indexes included.
 * `npm run bench -- growth [changes] [embedded,PostgreSQL]`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { setFlagsEnabled } from '../packages/server/src/admin/flags/flags/flag-switch.commands.ts';
import { SYSTEM_ACTOR } from '../packages/server/src/core/access/actor.ts';
import { recordLogin } from '../packages/server/src/identity/accounts/users/login-attempts.ts';
import { type BenchApp, benchApp, CLIENT_TOKEN, type DatabaseKind } from './support/app.ts';

const [changes = '100000', kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
/** Toggled in one change: each of them has its own event and publication. */
const FLAGS = 1_000;
const APPLICATIONS = 10;
const LOGINS = 20_000;
const DELIVERED_CHANGES = 2;
const TABLES = ['events', 'publications', 'usage', 'logins', 'deliveries'] as const;

type Table = (typeof TABLES)[number];
type Sizes = Record<Table, { rows: number; bytes: number }>;

const names = Array.from({ length: FLAGS }, (_, index) => `flag-${String(index).padStart(4, '0')}`);
const millions = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Flags with one strategy and one constraint, like most flags. */
const imported = {
    features: names.map((name) => ({ name, type: 'release' })),
    featureEnvironments: names.map((name) => ({ name, featureName: name, enabled: false })),
    featureStrategies: names.map((featureName) => ({
        featureName,
        name: 'flexibleRollout',
        parameters: { rollout: '50', stickiness: 'userId', groupId: featureName },
        constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se', 'dk'] }],
    })),
};

async function toggleAll({ app }: BenchApp, times: number): Promise<void> {
    for (let round = 0; round < times; round++) {
        const body = { project: 'default', environment: 'development', enabled: round % 2 === 0, names };
        await app.services.write(SYSTEM_ACTOR, setFlagsEnabled, { ...body, shouldActivateDisabledStrategies: false });
    }
}

/** Ten applications that each evaluate every flag. */
async function use({ app, url }: BenchApp): Promise<void> {
    const now = new Date().toISOString();
    const toggles = Object.fromEntries(names.map((name) => [name, { yes: 5, no: 3, variants: {} }]));
    for (let index = 0; index < APPLICATIONS; index++) {
        const response = await fetch(`${url}/api/client/metrics`, {
            method: 'POST',
            headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
            body: JSON.stringify({ appName: `shop-${index}`, bucket: { start: now, stop: now, toggles } }),
        });
        if (!response.ok) throw new Error(await response.text());
        await app.services.reports.store();
    }
}

async function signIn({ app }: BenchApp): Promise<void> {
    for (let first = 0; first < LOGINS; first += 1_000) {
        await app.services.recordObservation(async (tx) => {
            for (let index = first; index < first + 1_000; index++) {
                const login = `someone-${index % 500}@example.com`;
                const address = `203.0.113.${index % 250}`;
                await recordLogin(tx, { login, userId: 1, address, method: 'password', now: new Date() });
            }
        });
    }
}

/** Delivers to a webhook that accepts everything. */
async function deliver(bench: BenchApp): Promise<void> {
    const sink = createServer((request, response) => void request.resume().on('end', () => response.end()));
    await new Promise<void>((resolve) => void sink.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;
    await bench.request('POST', '/api/admin/addons', {
        provider: 'webhook',
        enabled: true,
        parameters: { url },
        events: ['feature-environment-enabled', 'feature-environment-disabled'],
    });
    await toggleAll(bench, DELIVERED_CHANGES);
    const { db } = bench.app.services;
    const isWaiting = () =>
        db.selectFrom('deliveries').select('id').where('delivered', '=', false).limit(1).executeTakeFirst();
    do {
        await bench.app.services.deliveries.deliverDue();
    } while (await isWaiting());
    sink.close();
}

/** All tables with their indexes. */
async function sizes({ app }: BenchApp, kind: DatabaseKind): Promise<{ tables: Sizes; whole: number }> {
    const { db, recordObservation } = app.services;
    const query = async (text: string) =>
        Number((await recordObservation((tx) => sql.raw<{ bytes: number }>(text).execute(tx))).rows[0]!.bytes);
    const bytesOf = (table: Table) =>
        query(
            kind === 'embedded'
                ? `select sum(pgsize) as bytes from dbstat where name in
                       (select name from sqlite_schema where tbl_name = '${table}')`
                : `select pg_total_relation_size('${table}') as bytes`,
        );
    const tables = {} as Sizes;
    for (const table of TABLES) {
        const { rows } = await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .executeTakeFirstOrThrow();
        tables[table] = { rows: Number(rows), bytes: await bytesOf(table) };
    }
    const total = await query(
        kind === 'embedded'
            ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
            : 'select pg_database_size(current_database()) as bytes',
    );
    return { tables, whole: total };
}

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const bench = await benchApp(kind, { environment: { UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true' } });
    await bench.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: imported,
    });
    const before = await sizes(bench, kind);
    const began = performance.now();
    await toggleAll(bench, Math.ceil(Number(changes) / FLAGS));
    const seconds = (performance.now() - began) / 1000;
    const changed = await sizes(bench, kind);
    await use(bench);
    await signIn(bench);
    await deliver(bench);
    const after = await sizes(bench, kind);

    const count = changed.tables.events.rows - before.tables.events.rows;
    console.log(`\n${kind}: ${count} changes in ${seconds.toFixed(0)} s; the database grew by`);
    console.log(
        `${millions(changed.whole - before.whole)} to ${millions(changed.whole)}: ` +
            `${Math.round((changed.whole - before.whole) / count)} bytes for each change`,
    );
    for (const table of TABLES) {
        // The tables of changes are measured before anything else is written.
        const end = table === 'events' || table === 'publications' ? changed : after;
        const rows = end.tables[table].rows - before.tables[table].rows;
        const bytes = end.tables[table].bytes - before.tables[table].bytes;
        console.log(`${table.padEnd(12)} ${String(rows).padStart(8)} rows, ${Math.round(bytes / rows)} bytes each`);
    }
    await bench.close();
}

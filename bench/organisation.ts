/**
 * A large organisation: the cost of its operations, the largest gap in SDK polls during each of them, and memory.
 * `npm run bench -- organisation --help`
 */
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureServerBuilt } from '../scripts/launcher/built.mjs';
import { AdminClient } from './organisation/admin-client.ts';
import type { MeasuredService } from './organisation/measure.ts';
import { OPERATIONS, type Operation } from './organisation/operations.ts';
import {
    copyOrganisation,
    organisationProgram,
    type StoredOrganisation,
    storedOrganisation,
} from './organisation/stored.ts';
import { cellsOf, type OperationResult, table } from './organisation/table.ts';
import { startDatabase } from './peers/database.ts';
import { Running } from './peers/servers.ts';
import { ADMIN_TOKEN, startService } from './peers/service.ts';
import { startProcess } from './support/server-process.ts';

const HELP = `npm run bench -- organisation [options]

  --scale 1                      1: 20,018 flags in 100 projects, 4 environments, 60,054 strategies, 2,000 segments,
                                 5,000 users, 300 tokens, 300,000 events, 10,000 SDK instances;
                                 10: ten times as many of everything but environments; 0.1: a tenth, for a quick run
  --database embedded,postgres   one of them, or both
  --only users,compare           only these operations
  --build                        build the organisation in .cache/organisation/<scale> and end
  --rebuild                      build it again; otherwise a run copies the stored organisation

Operations: ${OPERATIONS.map(({ name }) => name).join(', ')}

CPU ms: of the service, then "+" of PostgreSQL, per operation. Largest gap: between two responses to an SDK that polls, on the clock;
in brackets the CPU time of the longest iteration of the event loop, which decides about the target. ✗: target missed.`;

const { values } = parseArgs({
    options: {
        scale: { type: 'string', default: '1' },
        database: { type: 'string', default: 'embedded,postgres' },
        only: { type: 'string' },
        build: { type: 'boolean', default: false },
        rebuild: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
    },
});
const databases = values.database.split(',');
const scale = Number(values.scale);
const operations = values.only
    ?.split(',')
    .map((name) => OPERATIONS.find((each) => each.name === name) ?? fail(`--only: there is no operation ${name}.`));
if (values.help) {
    console.log(HELP);
    process.exit();
}
if (!(scale > 0)) fail(`--scale: ${values.scale} is not a number above 0.`);
if (databases.some((name) => name !== 'embedded' && name !== 'postgres')) {
    fail(`--database: ${values.database} is neither embedded nor postgres.`);
}

function fail(message: string): never {
    console.error(`${message}\n\n${HELP}`);
    process.exit(1);
}

const started = performance.now();
const say = (message: string) => console.error(`${((performance.now() - started) / 1_000).toFixed(0)} s: ${message}`);
const running = new Running();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
        await running.stop();
        process.exit(130);
    });
}

await ensureServerBuilt();
const organisation = await storedOrganisation(scale, { rebuild: values.rebuild, say });
say(`${organisation.flags} flags, ${organisation.events} events: ${organisation.data}`);
if (!values.build) await measureAll(organisation, operations ?? OPERATIONS);

async function measureAll(organisation: StoredOrganisation, operations: readonly Operation[]): Promise<void> {
    const results: [Operation, OperationResult[]][] = operations.map((operation) => [operation, []]);
    try {
        for (const name of databases) {
            const measured = await start(name, organisation);
            for (const [operation, all] of results) {
                const result = await operation
                    .measure(measured)
                    .catch((error: unknown) => ({ failed: String(error).slice(0, 200) }));
                all.push(result);
                say(`${name}: ${operation.title}: ${cellsOf(result, operation.target).join(', gap ')}`);
            }
            await measured.service.stop();
        }
    } finally {
        await running.stop();
    }
    console.log(`Scale ${scale}, load average ${loadavg()[0]!.toFixed(1)}\n\n${table(databases, results)}`);
}

async function start(name: string, organisation: StoredOrganisation): Promise<MeasuredService> {
    const folder = path.join(running.folder(), 'data');
    const database = name === 'postgres' ? running.add(await startDatabase()) : undefined;
    say(`${name}: copying the database`);
    await copyOrganisation(organisation, folder, database?.url);
    const program = organisationProgram(database ? { DATABASE_URL: database.url } : { DATA_DIR: folder });
    const service = running.add(await startService(program, database));
    const bare = running.add(await startProcess<{ url: string }>('./bare-process.ts'));
    return { service, database, bare, organisation, admin: new AdminClient(service.url, ADMIN_TOKEN) };
}

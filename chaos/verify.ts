import { setTimeout as delay } from 'node:timers/promises';
import { publicationsThatDisagree } from '../packages/server/src/publications/publish.ts';
import { openPostgres } from '../packages/server/src/storage/postgres-database.ts';
import type { Expected } from './load.ts';
import type { Node } from './node.ts';
import type { Sdks } from './sdks.ts';

/** How long everything may take to be as if nothing had happened. */
const RECOVERY_MS = 180_000;

/** Waits until every node answers, with a database that is fine and everything of it in memory. */
export async function untilCalm(nodes: readonly Node[]): Promise<number> {
    const start = performance.now();
    for (const node of nodes) {
        while (!(await isCalm(node))) {
            if (performance.now() - start > RECOVERY_MS) throw new Error(`${node.name} did not recover.`);
            await delay(200);
        }
    }
    return performance.now() - start;
}

async function isCalm(node: Node): Promise<boolean> {
    const ready = await node.ask('GET', '/ready');
    const { database } = (ready?.body ?? {}) as { database?: { state: string } };
    if (database?.state !== 'fine') return false;
    return (await node.ask('GET', '/api/admin/events?limit=1'))?.status === 200;
}

/** Everything that is not as it must be, in sentences. */
export async function findings({
    nodes,
    sdks,
    expected,
    databaseUrl,
}: {
    nodes: readonly Node[];
    sdks: Sdks;
    expected: readonly Expected[];
    databaseUrl: string;
}): Promise<{ found: string[]; revision: number }> {
    const found: string[] = [];
    const database = openPostgres({
        url: databaseUrl,
        poolSize: 1,
        schema: 'public',
        applicationName: 'chaos',
        onError: () => undefined,
    });
    try {
        for (const node of nodes) {
            const chain = (await node.ask('GET', '/api/admin/events/verify'))?.body as { valid?: boolean } | undefined;
            if (chain?.valid !== true) found.push(`The chain does not hold at ${node.name}: ${JSON.stringify(chain)}`);
            found.push(...(await whatIsMissing(node, expected)));
        }
        const { db } = database;
        for (const disagreement of await publicationsThatDisagree(db)) {
            found.push(`A publication is not what its rows say: ${JSON.stringify(disagreement)}`);
        }
        const twice = await db
            .selectFrom('events')
            .select('feature_name')
            .where('type', '=', 'feature-created')
            .groupBy('feature_name')
            .having(({ fn }) => fn.countAll(), '>', 1)
            .execute();
        for (const { feature_name } of twice) found.push(`${feature_name} was created twice.`);
        found.push(...(await untilTheyAgree(sdks)));
        const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
        return { found, revision: head.revision };
    } finally {
        await database.close();
    }
}

async function whatIsMissing(node: Node, expected: readonly Expected[]): Promise<string[]> {
    const found: string[] = [];
    const served = new Map((await node.clientFeatures()).map(({ name, enabled }) => [name, enabled]));
    for (const { name, exists, enabled } of expected) {
        const now = served.get(name);
        if (now === undefined && exists) found.push(`${node.name} lost ${name}, which was acknowledged.`);
        if (now !== undefined && !enabled.has(now))
            found.push(`${node.name} has ${name} ${now ? 'on' : 'off'}: not what was acknowledged.`);
    }
    return found;
}

/** They ask, or are told, in their own time. */
async function untilTheyAgree(sdks: Sdks): Promise<string[]> {
    const start = performance.now();
    for (;;) {
        const found = await sdks.thatDisagree();
        if (found.length === 0 || performance.now() - start > RECOVERY_MS) return found;
        await delay(500);
    }
}

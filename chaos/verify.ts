import { setTimeout as delay } from 'node:timers/promises';
import { findPublicationDifferences } from '../packages/server/src/publications/publish.ts';
import type { ChaosDatabase } from './database.ts';
import type { ExpectedFlag, ExpectedSegment, WriteLoad } from './load.ts';
import type { Node, ServedDefinitions } from './node.ts';
import type { Sdks } from './sdks.ts';

/** The maximum time until everything has recovered. */
const RECOVERY_MS = 180_000;

/** Waits until every node responds, with a healthy database and all of its data in memory. */
export async function waitForRecovery(nodes: readonly Node[]): Promise<number> {
    const start = performance.now();
    for (const node of nodes) {
        while (!(await hasRecovered(node))) {
            if (performance.now() - start > RECOVERY_MS) throw new Error(`${node.name} did not recover: ${node.log}`);
            await delay(200);
        }
    }
    return performance.now() - start;
}

async function hasRecovered(node: Node): Promise<boolean> {
    if (node.isEdge) return (await statusOf(node, '/internal-backstage/ready')) === 200;
    const ready = await node.request('GET', '/ready');
    const { database } = ((typeof ready === 'object' && ready.body) || {}) as { database?: { state: string } };
    if (database?.state !== 'fine') return false;
    return (await statusOf(node, '/api/admin/events?limit=1')) === 200;
}

async function statusOf(node: Node, address: string): Promise<number | undefined> {
    const response = await node.request('GET', address);
    return typeof response === 'object' ? response.status : undefined;
}

/** Returns all violated expectations, in sentences. */
export async function findProblems({
    nodes,
    sdks,
    load,
    database,
}: {
    nodes: readonly Node[];
    sdks: Sdks;
    load: WriteLoad;
    database: ChaosDatabase;
}): Promise<{ problems: string[]; revision: number }> {
    const problems: string[] = [];
    const opened = database.open();
    try {
        for (const node of nodes.filter(({ isEdge }) => !isEdge)) {
            const response = await node.request('GET', '/api/admin/events/verify');
            const chain = (typeof response === 'object' ? response.body : undefined) as { valid?: boolean } | undefined;
            if (chain?.valid !== true)
                problems.push(`The audit log of ${node.name} is not valid: ${JSON.stringify(chain)}`);
        }
        const { db } = opened;
        for (const difference of await findPublicationDifferences(db)) {
            problems.push(`A publication differs from its rows: ${JSON.stringify(difference)}`);
        }
        const twice = await db
            .selectFrom('events')
            .select('feature_name')
            .where('type', '=', 'feature-created')
            .groupBy('feature_name')
            .having(({ fn }) => fn.countAll(), '>', 1)
            .execute();
        for (const { feature_name } of twice) problems.push(`${feature_name} was created twice.`);
        const servedProblems = async () => [
            ...(await Promise.all(nodes.map((node) => definitionProblems(node, load)))).flat(),
            ...(await sdks.findDifferences()),
        ];
        problems.push(...(await waitForNoProblems(servedProblems)));
        const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
        return { problems, revision: head.revision };
    } finally {
        await opened.close();
    }
}

async function definitionProblems(node: Node, { expected, segments }: WriteLoad): Promise<string[]> {
    const served = await node.definitions();
    const flags = new Map(served.features.map((flag) => [flag.name, flag]));
    const ofFlags = expected.flatMap((flag) => differences(flag, flags.get(flag.name)));
    const servedSegments = new Map(served.segments?.map((segment) => [segment.name, segment]));
    // Unused segments are not sent.
    const ofSegments = segments.flatMap((segment) =>
        servedSegments.has(segment.name) ? differencesOf(segment, servedSegments.get(segment.name)!) : [],
    );
    return [...ofFlags, ...ofSegments].map((sentence) => `${node.name}: ${sentence}`);
}

function differences(expected: ExpectedFlag, now: ServedDefinitions['features'][number] | undefined): string[] {
    const { name, exists, enabled, variant, strategies } = expected;
    if (!exists.has(now !== undefined)) return [`${name} is ${now ? 'served although it was archived' : 'missing'}`];
    if (!now) return [];
    const problems: string[] = [];
    if (!enabled.has(now.enabled)) problems.push(`${name} is ${now.enabled ? 'on' : 'off'}`);
    const its = now.variants?.[0]?.name ?? '';
    if (!variant.has(its)) problems.push(`${name} has the variant ${its || 'none'}, not ${[...variant].join(' or ')}`);
    for (const [group, times] of strategies) {
        const count = now.strategies.filter(({ parameters }) => parameters?.['groupId'] === group).length;
        if (!times.has(count)) problems.push(`${name} has the strategy ${group} ${count} times`);
    }
    return problems;
}

function differencesOf({ name, value }: ExpectedSegment, now: { constraints: { values?: string[] }[] }): string[] {
    const its = now.constraints[0]?.values?.[1] ?? '';
    return value.has(its) ? [] : [`${name} has the value ${its}, not ${[...value].join(' or ')}`];
}

/** Edges and SDKs poll or receive updates with a delay. */
async function waitForNoProblems(check: () => Promise<string[]>): Promise<string[]> {
    const start = performance.now();
    for (;;) {
        const problems = await check();
        if (problems.length === 0 || performance.now() - start > RECOVERY_MS) return problems;
        await delay(500);
    }
}

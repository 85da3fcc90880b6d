import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const P = '/api/admin/projects/default';
const MINUTE = 60_000;
const LONG = { timeout: 300_000 };
/** The service promises that due work runs within this time, with a margin for a busy machine. */
const MAX_DELAY_MS = 20_000;

/** A process whose clock is ahead: the outside world of the program, which is the built one. */
const clockAhead = (ms: number): Record<string, string> => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `const D = Date; globalThis.Date = class extends D {
            constructor(...values) { values.length === 0 ? super(D.now() + ${ms}) : super(...values); }
            static now() { return D.now() + ${ms}; }
        };`,
    )}`,
});

interface Event {
    type: string;
    createdBy: string;
    createdAt: string;
    featureName: string;
    data: { milestoneName: string };
}

const percentages = ['10', '30', '60', '100'];

/** Creates a template whose milestones follow each other by this condition. */
async function newTemplate(node: ServerProcess, transitionCondition: object): Promise<string> {
    const milestones = percentages.map((rollout, sortOrder) => ({
        ...{ name: `${rollout} %`, sortOrder },
        ...(sortOrder < percentages.length - 1 && { transitionCondition }),
        strategies: [{ name: 'flexibleRollout', parameters: { rollout, stickiness: 'default', groupId: 'release' } }],
    }));
    const { status, body } = await node.request('POST', '/api/admin/release-plan-templates', {
        name: `steps ${Object.values(transitionCondition).join(' ')}`,
        milestones,
    });
    expect(status).toBe(200);
    return (body as { id: string }).id;
}

/** Adds flags with the plan, which starts at once. */
async function release(node: ServerProcess, templateId: string, flags: readonly string[]): Promise<void> {
    for (const name of flags) {
        const environment = `${P}/features/${name}/environments/development`;
        await node.request('POST', `${P}/features`, { name });
        expect(await node.request('POST', `${environment}/release-plans`, { templateId })).toMatchObject({
            status: 200,
        });
        expect(await node.request('POST', `${environment}/on`)).toMatchObject({ status: 200 });
    }
}

/** The percentages that an SDK receives, by flag. */
async function served(node: ServerProcess): Promise<string[]> {
    const flags = (await node.clientFlags()) as unknown as { strategies: { parameters: { rollout: string } }[] }[];
    return flags.flatMap(({ strategies }) => strategies.map(({ parameters }) => parameters.rollout));
}

/** The starts of milestones, in order. */
async function starts(node: ServerProcess): Promise<Event[]> {
    const { body } = await node.request('GET', '/api/admin/events?limit=500');
    const { events } = body as { events: Event[] };
    return events.filter(({ type }) => type === 'release-plan-milestone-started').reverse();
}

const automatic = (events: readonly Event[]) => events.filter(({ createdBy }) => createdBy === 'release');

test(
    'a milestone that is due on three nodes starts once and on time, although one of them is killed then and the clock of another is ten minutes ahead',
    LONG,
    async () => {
        const database = await newDatabase('PostgreSQL');
        const [first, second] = await Promise.all([
            startServer(database),
            startServer(database),
            startServer({ ...database, ...clockAhead(10 * MINUTE) }),
        ]);
        const flags = Array.from({ length: 20 }, (_, index) => `released-${index}`);
        await release(first, await newTemplate(first, { intervalMinutes: 1 }), flags);
        const started = new Map(
            (await starts(second)).map((event) => [event.featureName, Date.parse(event.createdAt)]),
        );
        expect([...started.keys()]).toEqual(flags);

        // In the middle of the progressions, of which the last is due at the maximum.
        await delay(started.get(flags[10]!)! + MINUTE - Date.now());
        await first.stop('SIGKILL');

        await until(async () => automatic(await starts(second)).length >= flags.length);
        const progressions = automatic(await starts(second));
        expect(progressions.map(({ featureName }) => featureName).sort()).toEqual([...flags].sort());
        expect(progressions.every(({ data }) => data.milestoneName === '30 %')).toBe(true);
        const delays = progressions.map(
            ({ featureName, createdAt }) => Date.parse(createdAt) - started.get(featureName)! - MINUTE,
        );
        expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...delays)).toBeLessThan(MAX_DELAY_MS);
        await until(async () => (await served(second)).every((rollout) => rollout === '30'));
        expect(await second.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
    },
);

test('a node alone whose clock is ten minutes ahead leaves a release to others, and says why', LONG, async () => {
    const database = await newDatabase('PostgreSQL');
    const ahead = await startServer({ ...database, ...clockAhead(10 * MINUTE) });

    // One of them is due by the clock of the node at once, the other is due by every clock.
    await release(ahead, await newTemplate(ahead, { intervalMinutes: 5 }), ['early']);
    await release(ahead, await newTemplate(ahead, { type: 'exposure', minimumExposures: 1, since: 'milestone' }), [
        'due',
    ]);
    await reportEvaluations(ahead, 'due', 1);
    const dueWork = async () => {
        const { body } = await ahead.request('GET', `${P}/due-work`);
        return body as { features: string[]; reason?: string }[];
    };
    const isAhead = ({ reason }: { reason?: string }) => reason?.includes('ahead of the clock of the database');
    await until(async () => (await dueWork()).some((item) => item.features[0] === 'due' && isAhead(item)));
    expect(await served(ahead)).toEqual(['10', '10']);

    const correct = await startServer(database);
    await until(async () => (await served(correct)).toSorted().join() === '10,30');
    expect(automatic(await starts(correct))).toMatchObject([{ featureName: 'due' }]);
});

async function reportEvaluations(node: ServerProcess, flag: string, yes: number): Promise<void> {
    const now = new Date();
    const { status } = await fetch(`${node.url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({
            ...{ appName: 'shop', instanceId: 'one' },
            bucket: { start: now, stop: now, toggles: { [flag]: { yes, no: 0, variants: {} } } },
        }),
    });
    expect(status).toBe(202);
}

test.each(['embedded', 'PostgreSQL'] as const)(
    'the exposures that a milestone waits for start the next one within 20 seconds (%s)',
    LONG,
    async (kind) => {
        const database = await newDatabase(kind);
        const nodes = [await startServer(database)];
        if (kind === 'PostgreSQL') nodes.push(await startServer(database));
        const node = nodes.at(-1)!;
        await release(node, await newTemplate(node, { type: 'exposure', minimumExposures: 100, since: 'milestone' }), [
            'shown',
        ]);
        await reportEvaluations(nodes[0]!, 'shown', 99);
        const now = Date.now();
        await reportEvaluations(nodes[0]!, 'shown', 1);

        await until(async () => (await served(node)).join() === '30');

        const [start] = automatic(await starts(node));
        expect(Date.parse(start!.createdAt) - now).toBeLessThan(MAX_DELAY_MS);
    },
);

describe('after a downtime of three intervals, one milestone starts, and the next one an interval later', () => {
    test('on the embedded database', LONG, async () => {
        const database = await newDatabase('embedded');
        const first = await startServer(database);
        await release(first, await newTemplate(first, { intervalMinutes: 10 }), ['checkout']);
        await first.stop('SIGKILL');

        const second = await startServer({ ...database, ...clockAhead(31 * MINUTE) });
        await until(async () => automatic(await starts(second)).length > 0);
        await until(async () => (await served(second)).join() === '30');
        expect(automatic(await starts(second))).toHaveLength(1);
        await second.stop('SIGKILL');

        const third = await startServer({ ...database, ...clockAhead(42 * MINUTE) });
        await until(async () => automatic(await starts(third)).length > 1);
        await until(async () => (await served(third)).join() === '60');
        expect(automatic(await starts(third)).map(({ data }) => data.milestoneName)).toEqual(['30 %', '60 %']);
    });

    test('on two nodes that share PostgreSQL', LONG, async () => {
        const database = await newDatabase('PostgreSQL');
        const { default: pg } = await import('pg');
        const client = new pg.Client({ connectionString: database['DATABASE_URL']! });
        const first = await startServer(database);
        await release(first, await newTemplate(first, { intervalMinutes: 10 }), ['checkout']);
        const downFor = async (minutes: number, nodes: readonly ServerProcess[]) => {
            await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
            // The clock of PostgreSQL cannot be moved, so the start is.
            await client.query(
                `update release_milestones set started_at = to_char(
                    started_at::timestamptz at time zone 'UTC' - make_interval(mins => $1), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                 where started_at is not null`,
                [minutes],
            );
            return Promise.all([startServer(database), startServer(database)]);
        };
        await client.connect();
        try {
            const nodes = await downFor(31, [first]);
            await until(async () => automatic(await starts(nodes[0])).length > 0);
            const [node] = await downFor(11, nodes);
            await until(async () => automatic(await starts(node)).length > 1);
            expect(automatic(await starts(node)).map(({ data }) => data.milestoneName)).toEqual(['30 %', '60 %']);
            await until(async () => (await served(node)).join() === '60');
        } finally {
            await client.end();
        }
    });
});

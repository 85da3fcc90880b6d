/**
 * The event log with 100,000 events: all events of a project, searches, and the verification of the chain.
 * `npm run bench -- events`
 */
import { SYSTEM_ACTOR } from '../packages/server/src/core/access/actor.ts';
import { ADMIN_TOKEN, type BenchApp, benchApp, type DatabaseKind } from './support/app.ts';
import { format, measure } from './support/measure.ts';

const EVENTS = 100_000;
const PER_CHANGE = 1_000;

const strategy = {
    name: 'flexibleRollout',
    constraints: [
        { contextName: 'userId', operator: 'IN', values: Array.from({ length: 40 }, (_, index) => `user-${index}`) },
    ],
    parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout' },
};

/** Fills the log: 500 flags, one event in ten in another project. */
async function fill({ app }: BenchApp): Promise<void> {
    for (let first = 0; first < EVENTS; first += PER_CHANGE) {
        await app.services.write(
            SYSTEM_ACTOR,
            async ({ record }) => {
                for (let index = first; index < first + PER_CHANGE; index++) {
                    record({
                        type: 'feature-strategy-update',
                        featureName: `flag-${index % 500}`,
                        project: index % 10 === 0 ? 'shop' : 'default',
                        environment: 'development',
                        preData: strategy,
                        data: { ...strategy, title: `after ${index}` },
                    });
                }
            },
            undefined,
        );
    }
}

/** Reads a response without storing it, like `curl > file`, and returns the additional memory of the service. */
async function download({ url }: BenchApp, path: string): Promise<string> {
    const before = process.memoryUsage().rss;
    let peak = before;
    let bytes = 0;
    const response = await fetch(url + path, { headers: { authorization: ADMIN_TOKEN } });
    for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage().rss);
    }
    return `${(bytes / 1e6).toFixed(0)} MB, at most ${((peak - before) / 1e6).toFixed(0)} MB more memory`;
}

const SEARCHES = [
    '',
    'limit=1000',
    'feature=IS:flag-7',
    'project=IS:default',
    'project=IS:default&feature=IS:flag-7&environment=IS:development',
    'type=IS:feature-strategy-update&createdBy=IS:-1337',
    'environment=IS:development',
    'groupId=IS:nothing',
    'query=flag-49',
    'query=nothing',
    'offset=90000',
];

for (const kind of ['embedded', 'PostgreSQL'] as const satisfies DatabaseKind[]) {
    const app = await benchApp(kind);
    await fill(app);
    console.log(`\n${kind}, ${EVENTS} events`);

    let size = '';
    const all = await measure(1, async () => {
        size = await download(app, '/api/admin/events?project=default');
    });
    console.log(`all 90,000 of a project: ${format(all)}; ${size}`);
    const newest = await measure(20, () => app.request('GET', '/api/admin/events'));
    console.log(`newest 100: ${format(newest)}`);
    for (const query of SEARCHES) {
        const searches = await measure(10, () => app.request('GET', `/api/admin/search/events?${query}`));
        console.log(`search ${query || 'for everything'}: ${format(searches)}`);
    }
    console.log(
        `verification of the chain: ${format(await measure(1, () => app.request('GET', '/api/admin/events/verify')))}`,
    );
    await app.close();
}

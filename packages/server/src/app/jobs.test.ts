import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';
import { claimRun } from '../changes/job-claims.ts';
import type { Job } from '../core/concurrency/job-runner.ts';
import { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import { PersonalTokenTable } from '../identity/accounts/personal-tokens/personal-token-table.ts';
import { jobs } from './jobs.ts';

const DAY_MS = 86_400_000;

/** Two nodes on one database, which archive events older than thirty days. */
async function twoNodes() {
    const database = await ownFreshInstall();
    const folder = await mkdtemp(join(tmpdir(), 'halyard-jobs-'));
    onTestFinished(async () => {
        await rm(folder, { recursive: true, force: true });
        await database.remove();
    });
    const environment = { EVENT_LOG_DAYS: '30', ARCHIVE_DIR: folder };
    const nodes = [await testApp({ database, environment }), await testApp({ database, environment })] as const;
    return { nodes, folder };
}

function jobsOf({ services }: TestApp): Job[] {
    const { db, clock } = services;
    return jobs(services, {
        tokens: new TokenTable(clock),
        personalTokens: new PersonalTokenTable({ db, priorityDb: db, clock }),
        syncClock: async () => undefined,
        checkSchema: async () => undefined,
        checkFiles: async () => undefined,
    });
}

test('compiled flags of an environment are released after a while without evaluations, and compiled again on demand', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const run = jobsOf(app).find(({ id }) => id === 'release-compiled-flags')!.run;
    const isReleased = () => app.services.snapshots.of('development').compiled(undefined) instanceof Promise;
    const evaluate = async () =>
        (
            await app.post('/api/admin/playground', {
                environment: 'development',
                projects: '*',
                context: { appName: 'shop', userId: '7' },
            })
        ).body.features;
    const features = await evaluate();
    expect(features).toMatchObject([{ name: 'checkout', isEnabled: true }]);

    await run();
    await evaluate();
    await run();
    expect(isReleased()).toBe(false);
    await run();
    await run();

    expect(isReleased()).toBe(true);
    expect(await evaluate()).toEqual(features);
    expect(isReleased()).toBe(false);
});

test('compiled flags of a past revision are released after a while without use', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const run = jobsOf(app).find(({ id }) => id === 'release-compiled-flags')!.run;
    const point = { environment: 'development', revision: await app.revision() };
    const compiled = () => app.services.pastFlags.at(point);
    const first = await compiled();

    await run();
    expect(await compiled()).toBe(first);
    await run();
    expect(await compiled()).toBe(first);
    await run();
    await run();

    expect(await compiled()).not.toBe(first);
});

const dailyJob = (app: TestApp) => jobsOf(app).find(({ id }) => id === 'archive-events')!.run;

test('the documentation lists the ids of exactly the existing jobs', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/reference/operations.md'), 'utf8');
    const [, section = ''] = page.split('## Periodic jobs');
    const documented = [...section.split('\n## ')[0]!.matchAll(/^\| `(.+)` \|/gm)].map(([, id]) => id);

    expect(documented).toEqual(jobsOf(await testApp()).map(({ id }) => id));
});

test('only one of two nodes runs the daily job', async () => {
    const { nodes, folder } = await twoNodes();
    const [one] = nodes;
    const archived = async () => {
        const { body } = await one.get('/api/admin/search/events?type=IS:event-log-archived');
        return { files: (await readdir(folder)).length, events: body.total };
    };
    const work = nodes.map(dailyJob);
    await one.has.flag({ name: 'old' });
    for (const node of nodes) node.passTime(40 * DAY_MS);
    await one.has.flag({ name: 'young' });

    await Promise.all([...work, ...work].map((run) => run()));
    expect(await archived()).toEqual({ files: 1, events: 1 });
    // Events that became old enough in the meantime are left for the next day.
    for (const node of nodes) node.passTime(DAY_MS / 2);
    await Promise.all(work.map((run) => run()));
    expect(await archived()).toEqual({ files: 1, events: 1 });
    for (const node of nodes) node.passTime(40 * DAY_MS);
    await Promise.all(work.map((run) => run()));
    expect(await archived()).toEqual({ files: 2, events: 2 });
});

test('a turn is taken once, even if many nodes request it at the same time', async () => {
    const { nodes } = await twoNodes();
    const now = new Date('2030-01-01T00:00:00Z');
    const next = new Date(now.getTime() + DAY_MS);
    const attempts = Array.from({ length: 10 }, () => nodes)
        .flat()
        .map(({ services }) => claimRun(services.recordObservation, 'something', { now, next }));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    const again = nodes.map(({ services }) =>
        claimRun(services.recordObservation, 'something', { now: next, next: new Date(next.getTime() + DAY_MS) }),
    );
    expect((await Promise.all(again)).filter(Boolean)).toHaveLength(1);
});

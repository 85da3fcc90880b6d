import type { Kysely } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import type { Tables } from '../../../storage/tables.ts';

/** Runs `change` once: after the database has run the first query that contains `part`, before the service gets the rows. */
function interruptReading(app: TestApp, part: string, change: () => Promise<unknown>): { isDone: boolean } {
    const executor = (app.services.db as Kysely<Tables>).getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    const interruption = { isDone: false };
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...others) => {
        const result = await executeQuery(query, ...others);
        if (!interruption.isDone && query.sql.includes(part)) {
            interruption.isDone = true;
            await change();
        }
        return result;
    });
    onTestFinished(() => spy.mockRestore());
    return interruption;
}

// Due work reads these tables, too.
const OF_ENVIRONMENTS = '"flag_environments"."variants"';
const OF_FAVORITES = '"favorite_flags"';
const OF_SEGMENTS = '"strategy_segments"';

const PROJECT = '/api/admin/projects/default';
const listed = async (app: TestApp) => (await app.send('GET', '/api/admin/search/features?sortBy=name')).body.features;
/** Sends a change without the checks of the test client, which would wait for the interrupted reading. */
async function change(app: TestApp, method: string, path: string, body?: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const { status } = await app.send(method, path, { ...(body && { headers, rawBody: JSON.stringify(body) }) });
    expect(status).toBeLessThan(300);
}
const turnOn = (app: TestApp) => change(app, 'POST', `${PROJECT}/features/checkout/environments/development/on`);
const rename = (app: TestApp, segment: number) =>
    change(app, 'PUT', `/api/admin/segments/${segment}`, { name: 'pioneers', constraints: [] });

/** A flag that no list has shown yet. */
async function flagWithSegment(app: TestApp): Promise<number> {
    const { id } = await app.has.segment({ name: 'beta' });
    expect(await listed(app)).toEqual([]);
    await app.has.flag({ name: 'checkout' });
    await app.has.strategy({ flag: 'checkout', segments: [id] });
    return id;
}

test('a list shows a change of a flag that arrives while the flag is being read', async () => {
    const app = await testApp();
    await flagWithSegment(app);
    const interruption = interruptReading(app, OF_ENVIRONMENTS, () => turnOn(app));

    const [flag] = await listed(app);

    expect(interruption.isDone).toBe(true);
    expect(flag.environments[0]).toMatchObject({ name: 'development', enabled: true });
});

test('a list shows the new name of a segment that is renamed while a new flag with it is being read', async () => {
    const app = await testApp();
    const segment = await flagWithSegment(app);
    const interruption = interruptReading(app, OF_SEGMENTS, () => rename(app, segment));

    const [flag] = await listed(app);

    expect(interruption.isDone).toBe(true);
    expect(flag.segments).toEqual(['pioneers']);
});

test.each([
    ['a flag is turned on', OF_ENVIRONMENTS, turnOn, { environments: [{ enabled: true }, { enabled: false }] }],
    ['a segment is renamed', OF_SEGMENTS, rename, { segments: ['pioneers'] }],
])('a node that reads all flags for the first time shows that %s meanwhile', async (_, part, change, expected) => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const first = await testApp({ database });
    const segment = await flagWithSegment(first);
    const second = await testApp({ database });
    const interruption = interruptReading(second, part, async () => {
        await change(first, segment);
        await second.services.changeFeed.catchUp();
    });

    const flags = await listed(second);

    expect(interruption.isDone).toBe(true);
    expect(flags).toMatchObject([expected]);
    expect(await second.services.flagIndex.findDifferences()).toEqual([]);
});

test.each([
    ['created', (app: TestApp) => change(app, 'POST', `${PROJECT}/features`, { name: 'added' }), ['added', 'checkout']],
    ['archived', (app: TestApp) => change(app, 'DELETE', `${PROJECT}/features/checkout`), []],
])('a node that reads all flags for the first time shows that a flag is %s meanwhile', async (_, change, expected) => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const first = await testApp({ database });
    await flagWithSegment(first);
    const second = await testApp({ database });
    const interruption = interruptReading(second, OF_FAVORITES, async () => {
        await change(first);
        await second.services.changeFeed.catchUp();
    });

    const flags = await listed(second);

    expect(interruption.isDone).toBe(true);
    expect(flags.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(await second.services.flagIndex.findDifferences()).toEqual([]);
});

test('a list that is requested while all flags are being read for the first time waits for them', async () => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    await flagWithSegment(await testApp({ database }));
    const app = await testApp({ database });
    let listing: Promise<void> | undefined;
    interruptReading(app, OF_FAVORITES, async () => {
        listing = app.services.flagIndex.whenListed();
    });

    await listed(app);

    expect(listing).toBeInstanceOf(Promise);
});

test('flags whose reading failed are read again for the next list', async () => {
    const app = await testApp();
    await flagWithSegment(app);
    interruptReading(app, OF_SEGMENTS, () => Promise.reject(new Error('The connection is lost')));

    expect((await app.send('GET', '/api/admin/search/features')).status).toBe(500);
    expect(await listed(app)).toMatchObject([{ name: 'checkout', segments: ['beta'] }]);
});

import { expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const environment = { SECRET_KEY: 'a-secret-key-of-the-tests-0123456789' };

const evaluate = async (app: TestApp, users: readonly string[]) => {
    const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
    for (const user of users) await app.get(`/api/frontend?userId=${user}`, { token });
};

const sampledUsers = async (app: TestApp) =>
    (await app.services.trafficSamples.of('development', () => true)).map(({ context }) => context['userId']).sort();

/** All samples that are stored, decrypted by another node that adopts them. */
async function adoptedUsers(app: TestApp): Promise<unknown[]> {
    await app.services.trafficSamples.store();
    return sampledUsers(app);
}

test('a deleted user is in no sample of traffic: neither in the memory of any node nor in rows', async () => {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const one = await testApp({ database, environment });
    await one.has.flag({ name: 'a', enabled: true });
    await evaluate(one, ['anna', 'bert']);
    await one.services.trafficSamples.store();
    expect(await sampledUsers(one)).toEqual(['anna', 'bert']);
    const storedContent = () => one.services.db.selectFrom('traffic_samples').select('content').orderBy('id').execute();
    const before = await storedContent();
    const isShared = process.env['TEST_DATABASE'] === 'postgres';
    const two = isShared ? await testApp({ database, environment }) : one;
    if (isShared) await evaluate(two, ['anna', 'carl']);

    expect(await two.delete('/api/admin/units/anna')).toMatchObject({ status: 200, body: { outcomes: 0, samples: 1 } });

    const after = await storedContent();
    expect(after.filter(({ content }) => before.some((row) => row.content === content))).toEqual([]);
    await one.services.changeFeed.catchUp();
    expect(await sampledUsers(one)).toEqual(['bert']);
    expect(await sampledUsers(two)).toEqual([isShared ? 'carl' : 'bert']);
    await one.services.trafficSamples.store();
    await one.close();
    const three = await testApp({ database, environment });
    expect(await adoptedUsers(three)).toContain('bert');
    expect(await adoptedUsers(three)).not.toContain('anna');
});

test('personas with a deleted user are deleted, and the event of the deletion does not contain the user', async () => {
    const app = await testApp();
    const personas = '/api/admin/projects/default/personas';
    const create = (name: string, context: object) => app.post(personas, { name, context });
    await create('Customer', { userId: 'raw-user-1' });
    await create('Company', { properties: { owner: 'raw-user-1' } });
    await create('raw-user-1', { userId: 'other' });
    await create('Other', { userId: 'other' });
    const created = (await app.get('/api/admin/events')).body.events.length;

    expect(await app.delete('/api/admin/units/raw-user-1')).toMatchObject({ status: 200, body: { personas: 3 } });

    const { body } = await app.get(personas);
    expect(body.personas.map(({ name }: { name: string }) => name)).toEqual(['Other']);
    const { events } = (await app.get('/api/admin/events')).body;
    const added = events.slice(0, events.length - created);
    expect(added.map(({ type }: { type: string }) => type)).toEqual(
        expect.arrayContaining(['persona-deleted', 'unit-deleted']),
    );
    expect(JSON.stringify(added)).not.toContain('raw-user-1');
});

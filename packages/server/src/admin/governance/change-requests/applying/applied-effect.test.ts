import { expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const turnOff = (feature: string) => ({ feature, action: 'updateEnabled', payload: { enabled: false } });

/** A flag that is on for everyone, with traffic of some users in production. */
async function withTraffic(
    users: number,
    prepare = async (_app: TestApp, _at: { project: string; flag: string }) => {},
) {
    const app = await testApp();
    // Set up before direct changes are refused.
    const fixture = await protectedProject(app);
    const { project, flag } = fixture;
    const environment = `/api/admin/projects/${project}/features/${flag}/environments/production`;
    await app.post(`${environment}/strategies`, { name: 'default' });
    await app.post(`${environment}/on`);
    await prepare(app, { project, flag });
    await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
        rules: { bypass: 'break-glass' },
    });
    const visit = async (count: number) => {
        const { secret: token } = await app.has.token({
            type: 'frontend',
            environment: 'production',
            projects: [project],
        });
        for (let i = 0; i < count; i++)
            await app.send('GET', `/api/frontend?userId=person-${i}&appName=web`, { token });
    };
    await visit(users);
    return { app, ...fixture, visit };
}

const approved = async (
    { propose, move, author, owner }: Awaited<ReturnType<typeof withTraffic>>,
    changes: object[],
) => {
    const { id } = (await propose(changes, author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    return id as number;
};

test('the effect of an applied request is frozen when it is applied, as an estimate for everyone and without contexts', async () => {
    const world = await withTraffic(43);
    const { app, flag, move, read, author, owner, visit } = world;
    const id = await approved(world, [turnOff(flag)]);
    expect((await read(id, author)).body.appliedEffect).toBeUndefined();

    const applied = (await move(id, 'Applied', owner)).body.appliedEffect;
    expect(applied).toMatchObject({
        revision: expect.any(Number),
        who: [
            {
                environment: 'production',
                population: 'traffic',
                evaluated: 40,
                evaluatedBounds: { atLeast: 35, below: 45 },
                asked: 40,
                askedBounds: { atLeast: 35, below: 45 },
                evaluatedAt: expect.stringMatching(/^\d{4}-/),
                omitted: 0,
                flags: [
                    {
                        name: flag,
                        onToOff: 40,
                        summary: 'About 40 of 40 users (100%) lose it.',
                        byApp: [],
                        examples: [],
                    },
                ],
            },
        ],
    });
    expect(JSON.stringify(applied)).not.toMatch(/person-|exact numbers/i);
    // Later traffic and later changes do not change it, for any reader.
    await visit(60);
    for (const reader of [author, owner, {}]) expect((await read(id, reader)).body.appliedEffect).toEqual(applied);

    // A node of the previous release stores former names only.
    await app.services.recordObservation(async (tx) => {
        const row = tx.selectFrom('change_requests').select('applied_effect').where('id', '=', id);
        const { revision, who } = (await row.executeTakeFirstOrThrow()).applied_effect!;
        const [{ evaluated: _, evaluatedBounds: __, ...effect }] = who as [Record<string, unknown>];
        const former = JSON.stringify({ revision, who: [effect] });
        await tx.updateTable('change_requests').set({ applied_effect: former }).where('id', '=', id).execute();
    });
    expect((await read(id, author)).body.appliedEffect).toEqual(applied);
});

test('the effect of a request that is applied by its schedule or in an emergency is frozen, too', async () => {
    const world = await withTraffic(20);
    const { app, project, flag, move, read, owner } = world;
    const id = await approved(world, [turnOff(flag)]);
    const scheduledAt = new Date(Date.now() + 60_000).toISOString();
    expect(await move(id, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });
    app.passTime(61_000);
    await app.services.dueWork.wake();
    await expect.poll(async () => (await read(id)).body.state).toBe('Applied');
    expect((await read(id)).body.appliedEffect).toMatchObject({ who: [{ flags: [{ name: flag, onToOff: 20 }] }] });

    const emergency = await app.post(
        `/api/admin/projects/${project}/environments/production/change-requests/break-glass`,
        { changes: [turnOn(flag)], reason: 'Needed again' },
    );
    expect(emergency.body.appliedEffect).toMatchObject({ who: [{ flags: [{ name: flag, offToOn: 20 }] }] });
});

test('a request that cannot be applied stores no effect', async () => {
    const world = await withTraffic(20);
    const { flag, move, read, author } = world;
    const id = await approved(world, [addRollout(flag, '20')]);

    expect((await move(id, 'Applied', author)).status).toBe(403);
    expect((await read(id)).body.appliedEffect).toBeUndefined();
});

test('the frozen effect on flags of a private project is visible to its members only', async () => {
    const countries = (...values: string[]) => [{ contextName: 'country', operator: 'IN', values }];
    let id = 0;
    let admin = {};
    const world = await withTraffic(20, async (app, { project, flag }) => {
        admin = await app.has.user({ rootRole: 'admin' });
        ({ id } = await app.has.segment({ name: 'nordic', constraints: countries('NO') }));
        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'covert-flag', project: 'covert', enabled: ['production'] });
        for (const name of [`${project}/features/${flag}`, 'covert/features/covert-flag']) {
            const strategies = `/api/admin/projects/${name}/environments/production/strategies`;
            expect((await app.post(strategies, { name: 'default', segments: [id] })).status).toBe(200);
        }
    });
    const { flag, author, move, read, propose, owner } = world;
    const payload = { id, name: 'nordic', constraints: countries('SE') };
    const { id: request } = (await propose([{ action: 'updateSegment', payload }], admin)).body;
    await move(request, 'In review', admin);
    await move(request, 'Approved', owner);
    expect((await move(request, 'Applied', admin)).body.state).toBe('Applied');

    const names = async (by: Parameters<TestApp['get']>[1]) => {
        const { appliedEffect } = (await read(request, by)).body;
        return appliedEffect.who[0].flags.map(({ name }: { name: string }) => name).sort();
    };
    expect(await names({})).toEqual(['covert-flag', flag].sort());
    expect(await names(author)).toEqual([flag]);
});

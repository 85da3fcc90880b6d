import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { wholeDatabase } from '../../../../test/support/whole-database.ts';

const REHEARSAL = '/api/admin/migration/rehearsal';
const UNCHANGED = { changesNothing: true };

/** All rows. PostgreSQL does not roll back sequences, so that new users, roles and groups skip some ids. */
const tables = async ({ services }: TestApp) =>
    Object.entries(await wholeDatabase(services)).filter(([name]) => !name.endsWith('_seq'));

const importOf = (name: string, strategy: object) => ({
    action: 'importFeatures',
    input: {
        project: 'web',
        environment: 'staging',
        data: {
            features: [{ name }],
            featureStrategies: [{ featureName: name, parameters: {}, ...strategy }],
        },
    },
});

test('a rehearsal reports every step that would be refused, lets steps use earlier ones, and changes nothing', async () => {
    const app = await testApp();
    const before = await wholeDatabase(app.services);
    const steps = [
        { action: 'createEnvironment', input: { name: 'staging', type: 'test' } },
        { action: 'createProject', input: { id: 'web', name: 'Web', environments: ['staging'] } },
        { action: 'createStrategy', input: { name: 'byPlan', parameters: [] } },
        { action: 'createEnvironment', input: { name: 'development', type: 'test' } },
        importOf('fine', { name: 'byPlan' }),
        importOf('refused', { name: 'unknown' }),
        importOf('with spaces in its name', { name: 'default' }),
        importOf('fine-too', { name: 'default' }),
        {
            action: 'carryOverApiToken',
            input: {
                tokenName: 'short',
                type: 'client',
                environment: 'staging',
                projects: ['web'],
                secret: 'web:staging.short-1',
            },
        },
    ];

    const { status, body } = await app.post(REHEARSAL, { steps }, UNCHANGED);

    expect(status).toBe(200);
    expect(body.failures).toEqual([
        { step: 3, message: expect.stringContaining('development') },
        { step: 5, message: expect.stringContaining('unknown') },
        { step: 6, message: expect.stringContaining('/body/data/features/0/name') },
        { step: 8, message: expect.stringContaining('fewer than') },
    ]);
    expect(await wholeDatabase(app.services)).toEqual(before);
});

test('groups and project members are rehearsed with the roles and users of earlier steps', async () => {
    const app = await testApp();
    const before = await tables(app);
    const role = { name: 'Describer', description: '', type: 'custom', permissions: [{ name: 'UPDATE_FEATURE' }] };
    const member = { projectId: 'default', users: ['EVE@example.com'], groups: ['Web team'] };
    const steps = [
        { action: 'createRole', input: role },
        { action: 'createUser', input: { email: 'eve@example.com', rootRole: 'Editor', sendEmail: false } },
        { action: 'createGroup', input: { name: 'Web team', rootRole: 'Viewer', users: ['eve@example.com'] } },
        { action: 'createGroup', input: { name: 'Web team', rootRole: null, users: [] } },
        { action: 'createGroup', input: { name: 'Others', rootRole: 'Gone', users: [] } },
        { action: 'createGroup', input: { name: 'x'.repeat(300), rootRole: null, users: [] } },
        { action: 'addAccessToProject', input: { ...member, role: 'Describer' } },
        { action: 'addAccessToProject', input: { ...member, role: 'Gone' } },
        { action: 'addAccessToProject', input: { ...member, role: 'Viewer' } },
        { action: 'addAccessToProject', input: { ...member, role: 'Describer', projectId: 'no-such' } },
    ];

    const { status, body } = await app.post(REHEARSAL, { steps }, UNCHANGED);

    expect(status).toBe(200);
    expect(body.failures).toEqual([
        { step: 3, message: expect.stringContaining('Web team') },
        { step: 4, message: expect.stringContaining('Gone') },
        { step: 5, message: expect.stringContaining('/body/name') },
        { step: 7, message: expect.stringContaining('Gone') },
        { step: 8, message: expect.stringContaining('role') },
        { step: 9, message: expect.stringContaining('no-such') },
    ]);
    expect(await tables(app)).toEqual(before);
});

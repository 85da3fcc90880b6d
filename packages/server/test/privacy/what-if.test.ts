import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_ID } from '../../src/core/access/permissions.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';

/*
 * Asking what would be if tells nobody of flags, people or values that they may not see. Who may see what stands here by hand,
 * role by role.
 */

const PEOPLE = [
    'administrator',
    'editor',
    'viewer',
    'owner',
    'member',
    'reader',
    'holder of the permission',
    'owner of another project',
] as const;
type Person = (typeof PEOPLE)[number];

/** Who sees examples and exact counts of the traffic of the shop. */
const SEE_EXAMPLES: Person[] = ['administrator', 'owner', 'holder of the permission'];

let app: TestApp;
let people: Record<Person, RequestOptions>;
let segmentId: number;

const constraints = (country: string) => [{ contextName: 'country', operator: 'IN', values: [country] }];

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    for (const id of ['shop', 'bank']) await app.has.project({ id });
    await app.has.project({ id: 'covert', mode: 'private' });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'analyst',
        type: 'custom',
        permissions: [{ name: 'READ_TRAFFIC_EXAMPLES' }],
    });
    const analyst = await app.has.user();
    await app.post('/api/admin/projects/shop/access', { roles: [role.roles.id], users: [analyst.id], groups: [] });
    people = {
        administrator: {},
        editor: await app.has.user({ rootRole: 'editor' }),
        viewer: await app.has.user(),
        owner: await app.has.user({ projectRoles: { shop: 'owner' } }),
        member: await app.has.user({ projectRoles: { shop: 'member' } }),
        reader: await app.has.user({ projectRoles: { shop: 'reader' } }),
        'holder of the permission': analyst,
        'owner of another project': await app.has.user({ projectRoles: { bank: 'owner' } }),
    };
    segmentId = (await app.has.segment({ name: 'shared', constraints: constraints('NO') })).id;
    for (const project of ['shop', 'covert']) {
        await app.has.flag({ name: `${project}-flag`, project, enabled: true });
        await app.has.strategy({ flag: `${project}-flag`, project, segments: [segmentId] });
        const strategies = `/api/admin/projects/${project}/features/${project}-flag/environments/development/strategies`;
        const [first] = (await app.get(strategies)).body;
        await app.delete(`${strategies}/${first.id}`);
    }
    await app.has.flag({ name: 'covert-child', project: 'covert', enabled: true });
    await app.post('/api/admin/projects/covert/features/covert-child/dependencies', { feature: 'covert-flag' });
    const visit = async (projects: string[], visits: string[]) => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects });
        for (const query of visits) await app.send('GET', `/api/frontend?${query}`, { token: secret });
    };
    const swedes = Array.from({ length: 23 }, (_, i) => `userId=swede-${i}&appName=web&country=SE`);
    // One who comes often is one all the same.
    const alice = Array.from({ length: 12 }, () => 'userId=alice&appName=web&country=SE&email=alice@example.com');
    await visit(['shop'], [...swedes, ...alice]);
    await visit(['covert'], ['userId=covert-user&country=SE&email=covert@example.com']);
    await visit(['bank'], ['userId=banker&country=SE&email=banker@example.com']);
});

const ask = (question: object, who: Person) =>
    app.post('/api/admin/what-if', { project: 'shop', ...question }, people[who]);

const step = (given: object) => ({ environment: 'development', feature: 'shop-flag', action: 'addStrategy', ...given });
const letIn = (contextName: string, value: string) =>
    step({
        payload: { name: 'default', parameters: {}, constraints: [{ contextName, operator: 'IN', values: [value] }] },
    });

describe.each(PEOPLE)('%s', (who) => {
    const isTrusted = SEE_EXAMPLES.includes(who);

    test('may ask about the project, which is open', async () => {
        const { status, body } = await ask({ steps: [letIn('country', 'SE')] }, who);

        expect(status).toBe(200);
        expect(body.failed).toBeUndefined();
        expect(body.who).toMatchObject([{ population: 'traffic', flags: [{ name: 'shop-flag' }] }]);
        expect(body.who[0].flags[0].offToOn).toBe(isTrusted ? 35 : 40);
        expect(body.who[0].flags[0].examples).toHaveLength(isTrusted ? 2 : 0);
    });

    test('learns who somebody is only with the permission', async () => {
        const { body } = await ask({ steps: [letIn('country', 'SE')], splitBy: ['email', 'userId', 'country'] }, who);
        const text = JSON.stringify(body);

        expect(/swede-\d|127\.0\.0\.1/.test(text)).toBe(isTrusted);
        expect(text.includes('alice@example.com')).toBe(isTrusted);
        const { byField } = body.who[0].flags[0];
        expect(byField.country.filter(({ kind }: { kind: string }) => kind === 'value')).toMatchObject([
            { value: 'SE' },
        ]);
        if (!isTrusted) expect(byField.userId.every(({ value }: { value: unknown }) => value === null)).toBe(true);
    });

    test.each([
        ['userId', 'alice', 12],
        ['userId', 'swede-1', 1],
        ['remoteAddress', '127.0.0.1', 35],
    ])('cannot ask whether %s %s was there without the permission', async (field, value, count) => {
        const { body } = await ask({ steps: [letIn(field, value)] }, who);

        expect(body.who[0].flags[0].changed).toBe(isTrusted ? count : 0);
    });

    test('learns nothing of the users of other projects', async () => {
        const { body } = await ask({ steps: [letIn('country', 'SE')], splitBy: ['email'] }, who);

        expect(JSON.stringify(body)).not.toMatch(/banker|covert/);
        expect(body.who[0].asked).toBe(isTrusted ? 35 : 40);
    });

    test('learns of flags of a private project that a shared segment touches only as an administrator', async () => {
        const payload = { id: segmentId, name: 'shared', constraints: constraints('SE') };
        const { body } = await ask({ steps: [{ action: 'updateSegment', payload }], contexts: [{ userId: '1' }] }, who);

        expect(JSON.stringify(body).includes('covert')).toBe(who === 'administrator');
        // It belongs to no project, so it takes their own permission.
        const may = who === 'administrator' || who === 'editor';
        expect(body.failed?.name).toBe(may ? undefined : 'NoAccessError');
        if (may) expect(body.who[0].flags.map(({ name }: { name: string }) => name)).toContain('shop-flag');
    });

    test('gets 404 for a private project of others', async () => {
        const question = {
            project: 'covert',
            steps: [step({ feature: 'covert-flag', action: 'updateEnabled', payload: { enabled: false } })],
        };
        const covert = await ask(question, who);
        if (who === 'administrator') return expect(covert.status).toBe(200);
        const nothing = await ask({ ...question, project: 'nothing' }, who);
        const told = ({ body }: typeof covert) => ({ ...body, id: '' });

        expect(covert.status).toBe(404);
        expect(JSON.parse(JSON.stringify(told(covert)).replaceAll('covert', 'nothing'))).toEqual(told(nothing));
    });

    test('reaches no flag of another project through a step', async () => {
        const { body } = await ask(
            { steps: [step({ feature: 'covert-flag', action: 'updateEnabled', payload: { enabled: false } })] },
            who,
        );

        expect(body.failed).toMatchObject({ step: 0, name: 'NotFoundError' });
        expect(body).toMatchObject({ changes: [], who: [] });
    });
});

test('a role of the project sees examples in that project, and in no other', async () => {
    const both = await app.has.user({ projectRoles: { shop: 'owner', bank: 'reader' } });
    await app.has.flag({ name: 'bank-flag', project: 'bank', enabled: true });
    const { body } = await app.post(
        '/api/admin/what-if',
        {
            project: 'bank',
            steps: [step({ feature: 'bank-flag', action: 'updateEnabled', payload: { enabled: false } })],
        },
        both,
    );

    expect(body.who[0]).toMatchObject({ population: 'traffic', flags: [{ examples: [] }] });
    expect(JSON.stringify(body)).not.toContain('banker');
});

test('the roles that see examples are those that the catalogue of a fresh install gives the permission', async () => {
    const { body } = await app.get(`/api/admin/roles/${ROLE_ID.owner}`);

    expect(JSON.stringify(body)).toContain('READ_TRAFFIC_EXAMPLES');
    for (const role of [ROLE_ID.editor, ROLE_ID.viewer, ROLE_ID.member, ROLE_ID.reader]) {
        expect(JSON.stringify((await app.get(`/api/admin/roles/${role}`)).body)).not.toContain('READ_TRAFFIC_EXAMPLES');
    }
});

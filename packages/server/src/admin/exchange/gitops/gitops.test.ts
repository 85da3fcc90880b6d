import { describe, expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { ADMIN_TOKEN, type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const PLAN = '/api/admin/gitops/plan';
const APPLY = '/api/admin/gitops/apply';

const shared = await testApp({ until: 'file' });
let count = 0;
const fresh = (kind = 'flag') => `${kind}-gitops-${++count}`;

const plan = async (app: TestApp, body: object, by?: RequestOptions) => (await app.post(PLAN, body, by)).body;
const apply = (app: TestApp, body: object, by?: RequestOptions) => app.post(APPLY, body, by);
const flagFiles = async (app: TestApp, project = 'default') =>
    (await app.get(`/api/admin/projects/${project}/gitops/files`)).body;
const fileOf = async (app: TestApp, flag: string, project = 'default') =>
    (await flagFiles(app, project)).flags.find((each: { flag: string }) => each.flag === flag);
const stateOf = async (app: TestApp, flag: string, environment = 'development') => {
    const { body } = await app.get(`/api/admin/projects/default/features/${flag}`);
    return body.environments.find(({ name }: { name: string }) => name === environment);
};

const rollout = (percent: number, more: object = {}) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness: 'userId' },
    ...more,
});

const created = (flag: string, environment: object = {}, more: object = {}) => ({
    flag,
    project: 'default',
    type: 'release',
    environments: { development: { enabled: true, strategies: [rollout(10)], ...environment } },
    ...more,
});

describe('content of a plan', () => {
    test('a new flag is one change with the complete content of the file, and the next plan is empty', async () => {
        const app = shared;
        const [flag, segment] = [fresh(), fresh('segment')];
        const files = {
            segments: [{ segment, constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }] }],
            flags: [
                created(
                    flag,
                    {
                        strategies: [rollout(10, { segments: [segment], title: 'A tenth' })],
                        variants: [{ name: 'a' }, { name: 'b', weight: 300 }],
                    },
                    { description: 'From a file', tags: ['simple:files'], valueType: 'boolean', codeDefault: false },
                ),
            ],
        };

        const before = await plan(app, files);
        const answer = await apply(app, files);

        expect(before).toMatchObject({ problems: [], lacking: [], approvals: [] });
        expect(before.planned.map(({ key, action }: { key: string; action: string }) => [key, action])).toEqual([
            [`segment ${segment}`, 'create'],
            [`flag ${flag}`, 'create'],
        ]);
        expect(before.planned[1].sentences).toContain(`create the flag ${flag}`);
        expect(before.changes.find(({ name }: { name: string }) => name === flag).after.length).toBeGreaterThan(0);
        expect(answer.status).toBe(200);
        expect(await stateOf(app, flag)).toMatchObject({
            enabled: true,
            strategies: [{ title: 'A tenth', parameters: { rollout: '10', stickiness: 'userId', groupId: flag } }],
        });
        expect((await fileOf(app, flag)).environments.development.variants).toEqual([
            { name: 'a' },
            { name: 'b', weight: 300 },
        ]);
        expect(await plan(app, files)).toMatchObject({ planned: [], problems: [] });
        const { body: log } = await app.get('/api/admin/events?limit=20');
        const groups = log.events.filter((event: { featureName?: string }) => event.featureName === flag);
        expect(new Set(groups.map(({ groupId }: { groupId: string }) => groupId)).size).toBe(1);
    });

    test('values that the service adds and the order of sets are not differences', async () => {
        const app = shared;
        const [flag, parent] = [fresh(), fresh()];
        await app.has.flag({ name: parent });
        const one = { contextName: 'region', operator: 'IN', values: ['eu', 'us'] };
        const other = { contextName: 'userId', operator: 'NOT_IN', values: ['7'] };
        await apply(app, {
            flags: [
                created(
                    flag,
                    {
                        strategies: [{ name: 'flexibleRollout', constraints: [one, other] }],
                        variants: [{ name: 'c' }, { name: 'a' }, { name: 'b' }],
                    },
                    { tags: ['simple:one', 'simple:two'], dependsOn: [{ feature: parent, variants: ['x', 'y'] }] },
                ),
            ],
        });

        const again = created(
            flag,
            {
                strategies: [
                    {
                        name: 'flexibleRollout',
                        parameters: { rollout: '100' },
                        constraints: [
                            { ...other, inverted: false, caseInsensitive: false },
                            { ...one, values: ['us', 'eu'] },
                        ],
                    },
                ],
                variants: [{ name: 'a', stickiness: 'default' }, { name: 'b' }, { name: 'c' }],
            },
            {
                tags: ['simple:two', 'simple:one'],
                dependsOn: [{ feature: parent, enabled: true, variants: ['y', 'x'] }],
            },
        );

        expect(await plan(app, { flags: [again] })).toMatchObject({ planned: [], problems: [] });
    });

    test('a plan of pulled files is empty, whatever was changed in the UI before', async () => {
        const app = await testApp();
        const segment = await app.has.segment({
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
        });
        await app.has.flag({ name: 'pulled', enabled: ['production'], description: 'By hand', impressionData: true });
        await app.has.strategy({ flag: 'pulled', segments: [segment.id], title: '', disabled: true });
        await app.has.strategy({
            flag: 'pulled',
            name: 'flexibleRollout',
            parameters: { rollout: '007', stickiness: 'random', groupId: 'other' },
            variants: [
                { name: 'z', weight: 0, weightType: 'variable', stickiness: 'random' },
                {
                    name: 'y',
                    weight: 250,
                    weightType: 'fix',
                    stickiness: 'random',
                    payload: { type: 'json', value: '{}' },
                },
                { name: 'x', weight: 0, weightType: 'variable', stickiness: 'random' },
            ],
        });

        const files = await flagFiles(app);
        const { body: all } = await app.get('/api/admin/projects/default/gitops/files?globalSegments=true');

        expect(files.segments).toEqual([]);
        expect(all.segments).toMatchObject([{ segment: segment.name }]);
        expect(await plan(app, { flags: all.flags, segments: all.segments })).toMatchObject({
            planned: [],
            problems: [],
        });
    });

    test('members that are not in the file stay unchanged', async () => {
        const app = shared;
        const flag = fresh();
        await app.has.flag({ name: flag, description: 'Mine', enabled: ['development', 'production'] });
        await app.has.strategy({ flag, environment: 'production', title: 'Mine' });

        const files = {
            flags: [{ flag, project: 'default', environments: { development: { strategies: [rollout(5)] } } }],
        };
        const { planned } = await plan(app, files);
        await apply(app, files);

        expect(planned).toMatchObject([
            { action: 'change', differences: [{ path: ['environments', 'development', 'strategies'] }] },
        ]);
        expect(await stateOf(app, flag)).toMatchObject({
            enabled: true,
            strategies: [{ parameters: { rollout: '5' } }],
        });
        expect((await stateOf(app, flag, 'production')).strategies).toHaveLength(2);
        expect((await fileOf(app, flag)).description).toBe('Mine');
    });

    test('a strategy that changes keeps its id, and its group when the file does not name one', async () => {
        const app = shared;
        const flag = fresh();
        await apply(app, {
            flags: [created(flag, { strategies: [rollout(10, { title: 'A' }), rollout(20, { title: 'B' })] })],
        });
        const [a, b] = (await stateOf(app, flag)).strategies;
        await app.put(`/api/admin/projects/default/features/${flag}/environments/development/strategies/${a.id}`, {
            ...a,
            parameters: { ...a.parameters, groupId: 'kept' },
        });

        await apply(app, {
            flags: [created(flag, { strategies: [rollout(20, { title: 'B' }), rollout(50, { title: 'A' })] })],
        });

        expect((await stateOf(app, flag)).strategies).toMatchObject([
            { id: b.id, title: 'B', parameters: { rollout: '20' } },
            { id: a.id, title: 'A', parameters: { rollout: '50', groupId: 'kept' } },
        ]);
    });
});

describe('each member of a file', () => {
    const constraint = {
        contextName: 'userId',
        operator: 'STR_CONTAINS',
        values: ['a'],
        inverted: true,
        caseInsensitive: true,
    };
    const single = { contextName: 'age', operator: 'NUM_GT', value: '18' };
    const plainVariant = {
        name: 'blue',
        weight: 300,
        stickiness: 'userId',
        payload: { type: 'string', value: 'x' },
    };
    const variant = { ...plainVariant, overrides: [{ contextName: 'userId', values: ['1'] }] };
    const strategy = {
        name: 'flexibleRollout',
        title: 'Some',
        disabled: true,
        parameters: { rollout: 10, stickiness: 'userId', groupId: 'group' },
        constraints: [constraint, single],
        segments: ['first-members'],
        variants: [plainVariant, { name: 'rest', stickiness: 'userId' }],
    };
    const CONSTRAINT = {
        contextName: 'region',
        operator: 'STR_ENDS_WITH',
        values: ['b'],
        inverted: false,
        caseInsensitive: false,
    };
    const SINGLE = { contextName: 'size', operator: 'NUM_LT', value: '19', inverted: true };
    const VARIANT = {
        name: 'green',
        weight: 301,
        stickiness: 'random',
        payload: { type: 'string', value: 'y' },
        overrides: [{ contextName: 'userId', values: ['2'] }],
    };
    const STRATEGY = {
        name: 'default',
        title: 'Others',
        disabled: false,
        parameters: { rollout: 11, stickiness: 'userId', groupId: 'group' },
        constraints: [constraint],
        segments: ['second-members'],
        variants: [],
    };
    const SEGMENT = { description: 'Other', project: 'default', constraints: [constraint] };

    const flagFile = ({
        ofStrategy = strategy as object,
        ofVariant = variant as object,
    }: {
        ofStrategy?: object;
        ofVariant?: object;
    }) => ({
        flag: 'members',
        project: 'default',
        environments: {
            development: { strategies: [ofStrategy], variants: [ofVariant, { name: 'rest', stickiness: 'userId' }] },
        },
    });
    const rule = { segment: 'members', description: 'One', project: null, constraints: [constraint, single] };
    const files = {
        flags: [flagFile({})],
        segments: [
            rule,
            { segment: 'first-members', constraints: [constraint] },
            { segment: 'second-members', constraints: [constraint] },
        ],
    };
    const without = (thing: object, member: string) =>
        Object.fromEntries(Object.entries(thing).filter(([name]) => name !== member));

    type Changed = [title: string, changed: { flags: object[] } | { segments: object[] }];
    const withStrategy = (title: string, ofStrategy: object): Changed => [title, { flags: [flagFile({ ofStrategy })] }];
    const changedMembers = (from: object, to: object) =>
        Object.entries(to).map(([member, value]) => [member, { ...from, [member]: value }] as const);
    const CHANGES: Changed[] = [
        ...changedMembers(strategy, STRATEGY).map(([member, changed]) => withStrategy(`strategy ${member}`, changed)),
        ...['title', 'disabled', 'constraints', 'segments', 'variants'].map((member) =>
            withStrategy(`strategy without ${member}`, without(strategy, member)),
        ),
        ...[
            ['rollout', 11],
            ['stickiness', 'random'],
            ['groupId', 'other'],
        ].map(([name, value]) =>
            withStrategy(`parameter ${name}`, {
                ...strategy,
                parameters: { ...strategy.parameters, [name!]: value },
            }),
        ),
        ...[
            ...changedMembers(constraint, CONSTRAINT).map(([name, changed]) => [name, [changed, single]] as const),
            ...changedMembers(single, SINGLE).map(([name, changed]) => [name, [constraint, changed]] as const),
            ...['inverted', 'caseInsensitive'].map(
                (name) => [`without ${name}`, [without(constraint, name), single]] as const,
            ),
        ].flatMap(([member, constraints]): Changed[] => [
            withStrategy(`strategy constraint ${member}`, { ...strategy, constraints }),
            [`segment constraint ${member}`, { segments: [{ ...rule, constraints }] }],
        ]),
        ...changedMembers(plainVariant, without(VARIANT, 'overrides')).map(([member, changed]) =>
            withStrategy(`strategy variant ${member}`, {
                ...strategy,
                // The variants of a strategy have one stickiness.
                variants: [changed, { name: 'rest', stickiness: (changed as typeof plainVariant).stickiness }],
            }),
        ),
        ...changedMembers(variant, VARIANT).map(
            ([member, changed]): Changed => [`flag variant ${member}`, { flags: [flagFile({ ofVariant: changed })] }],
        ),
        ...changedMembers(rule, SEGMENT).map(
            ([member, changed]): Changed => [`segment ${member}`, { segments: [changed] }],
        ),
    ];

    test('is compared: a change of one member is planned, and applied as it is in the file', async () => {
        const app = await testApp();
        const first = await apply(app, files);
        expect(first.status, JSON.stringify(first.body)).toBe(200);
        expect(await plan(app, files)).toMatchObject({ planned: [], problems: [] });

        for (const [title, changed] of CHANGES) {
            const { planned, problems } = await plan(app, changed);
            expect({ problems, actions: planned.map(({ action }: { action: string }) => action) }, title).toEqual({
                problems: [],
                actions: ['change'],
            });
            expect((await apply(app, changed)).status, title).toBe(200);
            expect((await plan(app, changed)).planned, title).toEqual([]);
            // The previous content is a difference again.
            expect((await plan(app, files)).planned, title).toMatchObject([{ action: 'change' }]);
            expect((await apply(app, files)).status, title).toBe(200);
        }
    });

    test('has a case above', async () => {
        const { body } = await shared.get('/api/gitops/schema.json', { token: null });
        const [ofFlag, ofSegment] = body.anyOf.map(({ properties }: { properties: object }) => properties);
        const environment = ofFlag.environments.additionalProperties.properties;
        const ofStrategy = environment.strategies.items.properties;
        const names = (properties: object) => Object.keys(properties).sort();

        expect(names(ofStrategy)).toEqual(names(STRATEGY));
        expect(names(ofStrategy.constraints.items.properties)).toEqual(names({ ...CONSTRAINT, ...SINGLE }));
        expect(names(ofSegment.constraints.items.properties)).toEqual(names({ ...CONSTRAINT, ...SINGLE }));
        expect(names(environment.variants.items.properties)).toEqual(names(VARIANT));
        expect(names(ofStrategy.variants.items.properties)).toEqual(names(without(VARIANT, 'overrides')));
        // Other tests cover the name, its change and the deletion of a segment.
        const segmentMembers = ['$schema', 'segment', 'moved', 'deleted', ...Object.keys(SEGMENT)];
        expect(names(ofSegment)).toEqual(segmentMembers.sort());
    });
});

describe('the on/off state', () => {
    test('a member changed in the UI survives an apply that does not own it, and is reported', async () => {
        const app = shared;
        const flag = fresh();
        const files = (percent: number) => ({ flags: [created(flag, { strategies: [rollout(percent)] })] });
        await apply(app, files(10));
        await app.post(`/api/admin/projects/default/features/${flag}/environments/development/off`);

        const { planned } = await plan(app, files(20));
        await apply(app, files(20));

        expect(planned[0].differences).toContainEqual({
            path: ['environments', 'development', 'enabled'],
            onService: false,
            inFile: true,
            isObserved: true,
        });
        expect(await stateOf(app, flag)).toMatchObject({
            enabled: false,
            strategies: [{ parameters: { rollout: '20' } }],
        });
        expect((await plan(app, files(20))).planned).toMatchObject([{ action: 'none' }]);
    });

    test.each([
        ['the file owns it', { observed: [] }, {}],
        ['all files own it', {}, { observed: ['strategies'] }],
        ['it is included this time', {}, { owned: ['enabled'] }],
    ])('follows the file when %s', async (_, ofFile, ofAll) => {
        const app = shared;
        const flag = fresh();
        const files = { flags: [created(flag, {}, ofFile)], ...ofAll };
        await apply(app, files);
        await app.post(`/api/admin/projects/default/features/${flag}/environments/development/off`);

        await apply(app, files);

        expect((await stateOf(app, flag)).enabled).toBe(true);
    });

    test('a flag that is on cannot lose its last strategy through a file', async () => {
        const app = shared;
        const flag = fresh();
        const bare = { flags: [created(flag, { strategies: [] })] };

        expect((await plan(app, bare)).problems).toMatchObject([
            { path: '/body/flags/0/environments/development/strategies', message: expect.stringContaining('is on in') },
        ]);
        await app.has.flag({ name: flag, enabled: true });
        expect(await apply(app, bare)).toMatchObject({ status: 400 });
        expect((await stateOf(app, flag)).enabled).toBe(true);
    });
});

describe('names', () => {
    test('a renamed flag keeps its configuration and its users, and the old flag is archived', async () => {
        const app = shared;
        const [from, to] = [fresh(), fresh()];
        await app.has.flag({
            name: from,
            enabled: ['development'],
            description: 'Kept',
            tags: [{ type: 'simple', value: 'kept' }],
        });
        const [strategy] = (await stateOf(app, from)).strategies;
        const files = { flags: [{ flag: to, project: 'default', moved: from, type: 'experiment' }] };

        const { planned } = await plan(app, files);
        expect(await apply(app, files)).toMatchObject({ status: 200 });

        expect(planned).toMatchObject([{ action: 'move', name: to }]);
        expect(await stateOf(app, to)).toMatchObject({
            enabled: true,
            strategies: [{ parameters: strategy.parameters }],
        });
        expect(await fileOf(app, to)).toMatchObject({ description: 'Kept', type: 'experiment', tags: ['simple:kept'] });
        expect(await app.get(`/api/admin/projects/default/features/${from}`)).toMatchObject({ status: 404 });
        expect(await plan(app, files)).toMatchObject({ planned: [], problems: [] });
    });

    test('a flag cannot be renamed to an existing flag, nor to one of another project', async () => {
        const app = shared;
        const [one, other, elsewhere, project] = [fresh(), fresh(), fresh(), fresh('project')];
        for (const name of [one, other, elsewhere]) await app.has.flag({ name });
        await app.has.project({ id: project });

        const { problems } = await plan(app, {
            flags: [
                { flag: one, project: 'default', moved: other },
                { flag: fresh(), project, moved: elsewhere },
            ],
        });

        expect(problems).toMatchObject([{ path: '/body/flags/0/moved' }, { path: '/body/flags/1/moved' }]);
        expect((await plan(app, { flags: [{ flag: one, project }] })).problems).toMatchObject([
            { path: '/body/flags/0/project' },
        ]);
    });

    test('files that remove the former name are compatible with files that rename the flag', async () => {
        const app = shared;
        const [flag, parent, newFlag] = [fresh(), fresh(), fresh()];
        const [segment, newSegment] = [fresh('segment'), fresh('segment')];
        await app.has.flag({ name: parent });
        await app.has.flag({ name: flag });
        await app.post(`/api/admin/projects/default/features/${flag}/dependencies`, { feature: parent });
        await app.has.segment({ name: segment });
        const files = {
            flags: [
                { flag, project: 'default', archived: true },
                { flag: newFlag, project: 'default', moved: flag },
            ],
            segments: [
                { segment, deleted: true },
                { segment: newSegment, moved: segment },
            ],
        };

        expect(await apply(app, files)).toMatchObject({ status: 200 });

        expect(await plan(app, files)).toMatchObject({ planned: [], problems: [] });
        expect((await fileOf(app, newFlag)).dependsOn).toEqual([{ feature: parent }]);
        const { body } = await app.get('/api/admin/projects/default/gitops/files?globalSegments=true');
        const names = body.segments.map((each: { segment: string }) => each.segment);
        expect(names).toContain(newSegment);
        expect(names).not.toContain(segment);
    });

    test('files with conflicting names are refused, with the location of each', async () => {
        const app = shared;
        const [one, two, three] = [fresh(), fresh(), fresh()];
        await app.has.flag({ name: one });
        await app.has.segment({ name: one });

        const { problems } = await plan(app, {
            flags: [
                { flag: two, project: 'default', moved: one },
                { flag: three, project: 'default', moved: one },
            ],
            segments: [
                { segment: two, moved: one },
                { segment: one, description: 'Still here' },
            ],
        });

        expect(problems).toMatchObject([
            { path: '/body/flags/1/moved', message: expect.stringContaining(`Both ${two} and ${three}`) },
            { path: '/body/segments/1', message: expect.stringContaining(`The file of ${two}`) },
        ]);
    });

    test('renaming a segment keeps its use in flags', async () => {
        const app = shared;
        const [from, to, flag] = [fresh('segment'), fresh('segment'), fresh()];
        const { id } = await app.has.segment({ name: from, constraints: [] });
        await apply(app, { flags: [created(flag, { strategies: [rollout(10, { segments: [from] })] })] });

        const files = {
            segments: [
                { segment: to, moved: from, constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] },
            ],
            flags: [created(flag, { strategies: [rollout(10, { segments: [to] })] })],
        };
        expect(await apply(app, files)).toMatchObject({ status: 200 });

        expect((await stateOf(app, flag)).strategies[0].segments).toEqual([id]);
        expect(await plan(app, files)).toMatchObject({ planned: [] });
    });
});

describe('removal', () => {
    test('nothing is archived or deleted unless a file says so', async () => {
        const app = shared;
        const [flag, segment] = [fresh(), fresh('segment')];
        await app.has.flag({ name: flag });
        await app.has.segment({ name: segment });
        await apply(app, { flags: [created(fresh())] });
        expect((await app.get(`/api/admin/projects/default/features/${flag}`)).status).toBe(200);

        const files = { flags: [{ flag, project: 'default', archived: true }], segments: [{ segment, deleted: true }] };
        expect((await plan(app, files)).planned.map(({ action }: { action: string }) => action)).toEqual([
            'delete',
            'archive',
        ]);
        expect(await apply(app, files)).toMatchObject({ status: 200 });

        expect(await plan(app, files)).toMatchObject({ planned: [] });
        expect(await app.get(`/api/admin/projects/default/features/${flag}`)).toMatchObject({ status: 404 });
    });

    test('a flag that was archived in the UI is not revived unless the file says so', async () => {
        const app = shared;
        const flag = fresh();
        await apply(app, { flags: [created(flag)] });
        await app.delete(`/api/admin/projects/default/features/${flag}`);

        expect((await plan(app, { flags: [created(flag)] })).problems).toMatchObject([
            { message: expect.stringContaining('archived: false'), path: '/body/flags/0' },
        ]);
        expect(await apply(app, { flags: [created(flag)] })).toMatchObject({ status: 400 });
        expect(await apply(app, { flags: [created(flag, {}, { archived: false })] })).toMatchObject({ status: 200 });
        expect((await stateOf(app, flag)).enabled).toBe(false);
    });
});

describe('a saved plan', () => {
    const saved = async (app: TestApp, files: object) => {
        const { revision, planned } = await plan(app, files);
        const digests = Object.fromEntries(
            planned.map(({ key, digest }: { key: string; digest: string }) => [key, digest]),
        );
        return { ...files, plan: { revision, digests } };
    };

    test('of two plans that change the same object, only the first can be applied', async () => {
        const app = shared;
        const flag = fresh();
        await apply(app, { flags: [created(flag)] });
        const one = await saved(app, { flags: [created(flag, { strategies: [rollout(20)] })] });
        const other = await saved(app, { flags: [created(flag, { strategies: [rollout(30)] })] });

        expect(await apply(app, one)).toMatchObject({ status: 200 });
        expect(await apply(app, other)).toMatchObject({
            status: 409,
            body: {
                message: expect.stringMatching(
                    new RegExp(`plan of revision \\d+ is outdated, because of flag ${flag}\\. Make a new plan`),
                ),
            },
        });
        expect(await apply(app, one)).toMatchObject({ status: 409 });
        expect((await stateOf(app, flag)).strategies[0].parameters.rollout).toBe('20');
    });

    test('stays valid after unrelated changes, even of the on/off state of its flag, and cannot be edited', async () => {
        const app = shared;
        const flag = fresh();
        await apply(app, { flags: [created(flag)] });
        const made = await saved(app, { flags: [created(flag, { strategies: [rollout(20)] })] });
        await app.has.flag();
        await app.post(`/api/admin/projects/default/features/${flag}/environments/development/off`);

        expect(await apply(app, { ...made, flags: [created(flag, { strategies: [rollout(99)] })] })).toMatchObject({
            status: 409,
        });
        expect(await apply(app, made)).toMatchObject({ status: 200 });
        expect(await stateOf(app, flag)).toMatchObject({
            enabled: false,
            strategies: [{ parameters: { rollout: '20' } }],
        });
    });
});

describe('permissions', () => {
    test('a viewer may plan, and missing permissions are listed; applying requires the permission of each step', async () => {
        const app = shared;
        const [flag, segment] = [fresh(), fresh('segment')];
        await app.has.flag({ name: flag, description: 'Before' });
        const viewer = await app.has.user();
        const editor = await app.has.user({ projectRoles: { default: 'member' } });
        const files = {
            flags: [created(flag, {}, { description: 'After', tags: ['simple:tagged'] })],
            segments: [{ segment, constraints: [] }],
        };

        const asked = await plan(app, files, viewer);

        expect(asked.planned).toHaveLength(2);
        for (const permission of ['CREATE_SEGMENT', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE'])
            expect(asked.lacking.join()).toContain(permission);
        expect(asked.lacking.join()).not.toContain('DELETE_FEATURE"');
        expect(await apply(app, files, viewer)).toMatchObject({ status: 403 });
        expect(await apply(app, { flags: files.flags }, viewer)).toMatchObject({ status: 403 });
        expect(await apply(app, files, editor)).toMatchObject({ status: 403 });
        expect((await fileOf(app, flag)).description).toBe('Before');
        expect(await apply(app, { flags: files.flags }, editor)).toMatchObject({ status: 200 });
    });

    test('hidden objects are treated as missing', async () => {
        const app = shared;
        const [flag, project, segment] = [fresh(), fresh('project'), fresh('segment')];
        await app.has.project({ id: project, mode: 'private' });
        await app.has.flag({ name: flag, project, description: 'Secret' });
        await app.has.segment({ name: segment, project });
        const stranger = await app.has.user({ rootRole: 'editor' });

        for (const address of [PLAN, APPLY])
            expect(await app.post(address, { flags: [{ flag, project }] }, stranger)).toMatchObject({ status: 404 });
        expect(await app.get(`/api/admin/projects/${project}/gitops/files`, stranger)).toMatchObject({ status: 404 });
        const moved = await plan(app, { flags: [{ flag: fresh(), project: 'default', moved: flag }] }, stranger);
        const used = await plan(
            app,
            { flags: [created(fresh(), { strategies: [rollout(1, { segments: [segment] })] })] },
            stranger,
        );

        expect(JSON.stringify(moved)).not.toContain('Secret');
        expect(moved.planned).toMatchObject([{ action: 'create' }]);
        expect(used.problems).toMatchObject([{ message: expect.stringContaining('There is no segment') }]);
    });
});

describe('approvals', () => {
    const preferring = (by: RequestOptions) => ({ ...by, headers: { ...by.headers, prefer: 'change-request' } });
    const users = (...values: string[]) => [{ contextName: 'userId', operator: 'IN', values }];

    test('changes that need approval are proposed, others are applied, and repeating it changes nothing', async () => {
        const app = shared;
        const { project, flag, author } = await protectedProject(app);
        const prefer = { ...author, headers: { ...author.headers, prefer: 'change-request' } };
        const files = {
            flags: [
                {
                    flag,
                    project,
                    description: 'Applied',
                    environments: {
                        development: { strategies: [rollout(20)] },
                        production: { strategies: [rollout(10)] },
                    },
                },
            ],
        };

        const saved = await plan(app, files, author);
        expect(saved).toMatchObject({ approvals: [{ project, environment: 'production' }], proposed: [] });
        const answer = await apply(app, files, prefer);

        expect(answer).toMatchObject({ status: 202, body: { environment: 'production', project } });
        expect(answer.body.features[0].changes).toMatchObject([{ action: 'addStrategy' }]);
        const file = await fileOf(app, flag, project);
        expect(file).toMatchObject({ description: 'Applied', environments: { production: { strategies: [] } } });
        expect(file.environments.development.strategies).toHaveLength(1);

        const again = await app.post(APPLY, files, { ...prefer, changesNothing: true });
        expect(again).toMatchObject({
            status: 200,
            body: { proposed: [{ id: answer.body.id, environment: 'production' }] },
        });
        const waiting = { id: answer.body.id, project, environment: 'production', state: 'Draft' };
        expect(await plan(app, files, author)).toMatchObject({
            planned: [{ action: 'change' }],
            problems: [],
            proposed: [waiting],
            decideFirst: null,
        });
        // Proposals of others are not shown.
        expect(await plan(app, files)).toMatchObject({ planned: [{ action: 'change' }], proposed: [] });
        const digests = Object.fromEntries(
            saved.planned.map((each: { key: string; digest: string }) => [each.key, each.digest]),
        );
        expect(await apply(app, { ...files, plan: { revision: saved.revision, digests } }, prefer)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining(`Some of it waits in change request ${answer.body.id} (Draft)`) },
        });

        const other = structuredClone(files);
        other.flags[0]!.environments.production.strategies = [rollout(30)];
        expect(await plan(app, other, author)).toMatchObject({
            proposed: [waiting],
            decideFirst: expect.stringContaining(`Change request ${answer.body.id} (Draft)`),
        });
        expect(await app.post(APPLY, other, { ...prefer, changesNothing: true })).toMatchObject({
            status: 200,
            body: {
                planned: [],
                proposed: [waiting],
                blocked: [
                    {
                        key: `flag ${flag}`,
                        request: waiting,
                        message: expect.stringMatching(
                            /^Change request \d+ \(Draft\) .* other changes of flag .* cancel it/,
                        ),
                    },
                ],
            },
        });
    });

    test('a pending request blocks only the changes that contradict it', async () => {
        const app = shared;
        const { project, flag, author, read } = await protectedProject(app);
        const [other, added] = [fresh(), fresh()];
        await app.has.flag({ name: other, project });
        const file = (percent: number, more: object = {}) => ({
            flag,
            project,
            environments: { production: { strategies: [rollout(percent)] }, ...more },
        });
        const { body: pending } = await apply(app, { flags: [file(10)] }, preferring(author));

        const files = {
            flags: [
                file(30, { development: { strategies: [rollout(50)] } }),
                { flag: other, project, environments: { production: { strategies: [rollout(5)] } } },
                { flag: added, project, type: 'release' },
            ],
        };
        const answer = await apply(app, files, preferring(author));

        // The change of the other flag is added to the open request of the pipeline.
        expect(answer).toMatchObject({
            status: 202,
            body: { id: pending.id, blocked: [{ key: `flag ${flag}`, request: { id: pending.id } }] },
        });
        expect((await fileOf(app, flag, project)).environments).toMatchObject({
            development: { strategies: [{ parameters: { rollout: 50 } }] },
            production: { strategies: [] },
        });
        expect(await fileOf(app, added, project)).toMatchObject({ type: 'release' });
        expect((await read(pending.id, author)).body.features).toMatchObject([
            { name: flag, changes: [{ payload: { parameters: { rollout: '10' } } }] },
            { name: other, changes: [{ payload: { parameters: { rollout: '5' } } }] },
        ]);
        expect(await plan(app, files, author)).toMatchObject({
            problems: [],
            blocked: [{ key: `flag ${flag}` }],
            decideFirst: expect.stringContaining(`Change request ${pending.id} (Draft)`),
        });
    });

    test('a pending request to archive a flag, or to stop using a segment, blocks only files that contradict it', async () => {
        const app = shared;
        const { project, flag, author } = await protectedProject(app);
        const editor = await app.has.user({ rootRole: 'editor', projectRoles: { [project]: 'member' } });
        const [using, other, segment] = [fresh(), fresh(), fresh('segment')];
        await app.has.strategy({ flag, project, environment: 'production' });
        for (const name of [using, other]) await app.has.flag({ name, project });
        const { id } = await app.has.segment({ name: segment, constraints: users('1') });
        await app.has.strategy({ flag: using, project, environment: 'production', segments: [id] });
        const without = { flag: using, project, environments: { production: { strategies: [] } } };
        const first = await apply(app, { flags: [{ flag, project, archived: true }] }, preferring(author));
        const second = await apply(app, { flags: [without] }, preferring(editor));
        expect([first.status, second.status]).toEqual([202, 202]);

        const contradicting = { flag, project, description: 'Still needed' };
        expect(
            await apply(
                app,
                { flags: [contradicting, { flag: other, project, description: 'A' }] },
                preferring(author),
            ),
        ).toMatchObject({ status: 200, body: { blocked: [{ key: `flag ${flag}`, request: { id: first.body.id } }] } });
        expect(
            await apply(
                app,
                {
                    flags: [without, { flag: other, project, description: 'B' }],
                    segments: [{ segment, deleted: true }],
                },
                preferring(editor),
            ),
        ).toMatchObject({
            status: 200,
            body: { blocked: [{ key: `segment ${segment}`, request: { id: second.body.id } }] },
        });
        expect(await fileOf(app, other, project)).toMatchObject({ description: 'B' });
    });

    test('a pending change of a segment is not proposed again while its request is open', async () => {
        const app = shared;
        const { project, flag, owner, move } = await protectedProject(app);
        const author = await app.has.user({ rootRole: 'editor', projectRoles: { [project]: 'member' } });
        const [from, to] = [fresh('segment'), fresh('segment')];
        const { id: segment } = await app.has.segment({ name: from, constraints: users('1') });
        await app.has.strategy({ flag, project, environment: 'production', segments: [segment] });
        const files = (...values: string[]) => ({
            segments: [{ segment: to, moved: from, constraints: users(...values) }],
            flags: [
                { flag, project, environments: { production: { strategies: [{ name: 'default', segments: [to] }] } } },
            ],
        });
        const again = (...values: string[]) =>
            app.post(APPLY, files(...values), { ...preferring(author), changesNothing: true });

        const { status, body } = await apply(app, files('1', '2'), preferring(author));
        expect({ status, segments: body.segments }).toMatchObject({ status: 202, segments: [{ name: from }] });

        const moves = [
            ['Draft'],
            ['In review', author],
            ['Approved', owner],
            ['Scheduled', {}, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() }],
        ] as const;
        for (const [state, by, more] of moves) {
            if (by) expect(await move(body.id, state, by, more)).toMatchObject({ body: { state } });
            expect(await again('1', '2')).toMatchObject({
                status: 200,
                body: { planned: [], proposed: [{ id: body.id, project, state }] },
            });
        }
        expect(await again('1', '3')).toMatchObject({
            status: 200,
            body: {
                planned: [],
                blocked: [{ message: expect.stringContaining(`contains other changes of segment ${to}`) }],
            },
        });
    });

    test('a request in a project that its author can no longer see is not mentioned', async () => {
        const app = shared;
        const { project, flag } = await protectedProject(app);
        const author = await app.has.user({ rootRole: 'editor', projectRoles: { [project]: 'member' } });
        const segment = fresh('segment');
        const { id } = await app.has.segment({ name: segment, constraints: users('1') });
        await app.has.strategy({ flag, project, environment: 'production', segments: [id] });
        const files = (...values: string[]) => ({ segments: [{ segment, constraints: users(...values) }] });
        expect(await apply(app, files('1', '2'), preferring(author))).toMatchObject({ status: 202 });

        await app.delete(`/api/admin/projects/${project}/users/${author.id}/roles`);
        await app.put(`/api/admin/projects/${project}/settings`, { mode: 'private' });

        for (const values of [
            ['1', '2'],
            ['1', '3'],
        ]) {
            const answer = await apply(app, files(...values), preferring(author));
            expect(answer.status).toBe(403);
            expect(JSON.stringify(answer.body)).not.toContain(project);
        }
    });

    test('pending renames and removals of flags are not proposed again', async () => {
        const app = shared;
        const { project, flag: from, author } = await protectedProject(app);
        const [to, gone] = [fresh(), fresh()];
        await app.has.flag({ name: gone, project, enabled: ['production'] });
        await app.has.strategy({ flag: from, project, environment: 'production', title: 'Kept' });
        const files = {
            flags: [
                { flag: to, project, moved: from },
                { flag: gone, project, archived: true },
            ],
        };

        const { status, body } = await apply(app, files, preferring(author));
        expect({ status, flags: body.features.map(({ name }: { name: string }) => name) }).toEqual({
            status: 202,
            flags: expect.arrayContaining([from, gone]),
        });
        expect(await app.post(APPLY, files, { ...preferring(author), changesNothing: true })).toMatchObject({
            status: 200,
            body: { planned: [], proposed: [{ id: body.id }] },
        });
    });

    test('without the preference to propose, the files are refused', async () => {
        const app = shared;
        const { project, flag, author } = await protectedProject(app);
        const files = { flags: [{ flag, project, environments: { production: { strategies: [rollout(10)] } } }] };

        expect(await apply(app, files, author)).toMatchObject({ status: 403 });
    });
});

describe('a plan of many steps', () => {
    test('is checked against the same limits as applying it', async () => {
        const app = shared;
        const id = fresh('project');
        await app.has.project({ id });
        await app.put(`/api/admin/projects/${id}/settings`, { featureLimit: 90 });
        const flags = Array.from({ length: 91 }, () => ({ flag: fresh(), project: id }));

        const { problems } = await plan(app, { flags });

        expect(problems).toMatchObject([{ message: expect.stringContaining('limited to 90 flags') }]);
        expect(await apply(app, { flags })).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('limited to 90 flags') },
        });
    });

    describe('rehearses flags together with the flags and segments that they need', () => {
        // More than one part of a plan.
        const COUNT = 45;
        const children = (parent: string | undefined, segments: string[] = []) => {
            const dependsOn = parent === undefined ? [] : [{ feature: parent }];
            return (names: readonly string[]) =>
                names.map((flag) =>
                    created(flag, { enabled: false, strategies: [rollout(10, { segments })] }, { dependsOn }),
                );
        };
        const rule = (segment: string) => ({
            segment,
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
        });
        const isPossible = async (files: object) => {
            expect(await plan(shared, files)).toMatchObject({ problems: [], lacking: [] });
            expect((await apply(shared, files)).status).toBe(200);
            expect(await plan(shared, files)).toMatchObject({ planned: [], problems: [] });
        };
        const names = () => Array.from({ length: COUNT }, () => fresh());

        test('a parent is archived, and its children no longer depend on it', async () => {
            const [parent, all] = [fresh(), names()];
            await apply(shared, { flags: [created(parent), ...children(parent)(all)] });

            await isPossible({
                flags: [{ flag: parent, project: 'default', archived: true }, ...children(undefined)(all)],
            });
        });

        test('a segment is deleted, and flags no longer use it', async () => {
            const [segment, all] = [fresh('segment'), names()];
            await apply(shared, { segments: [rule(segment)], flags: children(undefined, [segment])(all) });

            await isPossible({
                segments: [{ ...rule(segment), deleted: true }],
                flags: children(undefined)(all),
            });
        });

        test('an archived parent is revived, and flags depend on it', async () => {
            const [parent, all] = [fresh(), names()];
            await apply(shared, { flags: [created(parent), ...children(undefined)(all)] });
            await shared.delete(`/api/admin/projects/default/features/${parent}`);

            await isPossible({
                flags: [...children(parent)(all), created(parent, { enabled: false }, { archived: false })],
            });
        });

        test('a new parent and a new segment are created, and flags use them', async () => {
            const [parent, segment, all] = [fresh(), fresh('segment'), names()];

            await isPossible({
                segments: [rule(segment)],
                flags: [...children(parent, [segment])(all), created(parent)],
            });
        });

        test('a parent is renamed, and its children depend on the new name', async () => {
            const [parent, successor, all] = [fresh(), fresh(), names()];
            await apply(shared, { flags: [created(parent), ...children(parent)(all)] });

            await isPossible({
                flags: [{ flag: successor, project: 'default', moved: parent }, ...children(successor)(all)],
            });
        });
    });

    test.each([
        ['its child is not in the files', []],
        ['the file of its child still depends on it', ['child']],
    ])('a parent cannot be archived when %s', async (_, inFiles) => {
        const app = await testApp();
        const child = created('child', {}, { dependsOn: [{ feature: 'parent' }] });
        await apply(app, { flags: [created('parent'), child] });
        const files = {
            flags: [{ flag: 'parent', project: 'default', archived: true }, ...inFiles.map(() => child)],
        };

        const { problems } = await plan(app, files);

        expect(problems).toMatchObject([{ message: expect.stringContaining('Other flags depend on flag parent') }]);
        const refused = await apply(app, files);
        expect(refused.status).toBeGreaterThanOrEqual(400);
        expect(refused.status).toBeLessThan(500);
        expect(await app.get('/api/admin/projects/default/features/parent')).toMatchObject({
            status: 200,
            body: { archived: false },
        });
    });

    test('archives a flag together with the removal of references to it', async () => {
        const app = shared;
        const [parent, segment] = [fresh(), fresh('segment')];
        const names = Array.from({ length: 60 }, () => fresh());
        const rule = { segment, constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] };
        const using = (more: object, strategies: object[]) =>
            names.map((flag) => created(flag, { enabled: false, strategies }, more));
        await apply(app, {
            segments: [rule],
            flags: [
                created(parent),
                ...using({ dependsOn: [{ feature: parent }] }, [rollout(10, { segments: [segment] })]),
            ],
        });
        const files = {
            segments: [{ ...rule, deleted: true }],
            flags: [
                { flag: parent, project: 'default', archived: true },
                ...using({ dependsOn: [] }, [rollout(10, { segments: [] })]),
            ],
        };

        expect(await plan(app, files)).toMatchObject({ problems: [], lacking: [] });
        expect((await apply(app, files)).status).toBe(200);
    });
});

test.each([
    ['a member that there is none of', { flags: [{ flag: 'a', project: 'default', colour: 1 }] }, '/body/flags/0'],
    ['a missing environment', { flags: [{ flag: 'a', project: 'default', environments: { moon: {} } }] }, 'moon'],
    ['two files for one flag', { flags: [created('twice'), created('twice')] }, 'is in two files'],
    ['no file at all', {}, 'nothing to compare'],
    ['an unknown strategy', { flags: [created('odd', { strategies: [{ name: 'nope' }] })] }, 'nope'],
    ['all weights fixed', { flags: [created('odd', { variants: [{ name: 'a', weight: 10 }] })] }, 'fixed weight'],
    [
        'an unknown segment',
        { flags: [created('odd', { strategies: [rollout(1, { segments: ['nope'] })] })] },
        'no segment nope',
    ],
    ['a tag that none can be', { flags: [created('odd', {}, { tags: ['simple:x', 'simple:'] })] }, 'flags/0/tags/0'],
    ['a parent that is not there', { flags: [created('odd', {}, { dependsOn: [{ feature: 'nope' }] })] }, 'nope'],
])('%s is reported with its location, and nothing is changed', async (_, files, told) => {
    const answer = await apply(shared, files);

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).toContain(told);
});

test('the schema of files is public, for editors', async () => {
    const { status, body } = await shared.get('/api/gitops/schema.json', { token: null });

    expect(status).toBe(200);
    expect(body.anyOf.map(({ required }: { required: string[] }) => required)).toEqual([
        ['flag'],
        ['segment'],
        ['template'],
        ['projects'],
    ]);
});

describe('files of a large instance', () => {
    const json = (body: object) => ({
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify(body),
    });

    test('are refused above the configured size, whether or not the size is announced', async () => {
        const app = await testApp({ environment: { MAX_IMPORT_MB: '1' } });
        const flags = Array.from({ length: 12 }, (_, index) =>
            created(`f${index}`, {}, { description: 'x'.repeat(99_000) }),
        );
        const body = JSON.stringify({ flags });
        const accepted = await app.send('POST', PLAN, json({ flags: [created('f1')] }));
        expect(accepted).toMatchObject({ status: 200 });

        const refused = await app.send('POST', PLAN, json({ flags }));
        const streamed = await fetch(`${app.url}${PLAN}`, {
            method: 'POST',
            headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
            body: new Blob([body]).stream(),
            duplex: 'half',
        } as RequestInit);

        expect(refused).toMatchObject({ status: 413, body: { message: expect.stringContaining('1048576 bytes') } });
        expect(streamed.status).toBe(413);
    });
});

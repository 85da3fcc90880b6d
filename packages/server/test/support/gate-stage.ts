import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * A project with one environment, and objects for every kind of change to the SDK payload. Built without the checks that each request of a
 * test makes, because its parts have their own tests.
 */
export async function buildStage(app: TestApp, project: string) {
    const environment = `live-${project}`;
    const outside = `outside-${project}`;
    const create = async (method: string, path: string, content?: unknown) => {
        const { status, body } = await app.send(method, `/api/admin${path}`, {
            ...(content !== undefined && {
                rawBody: JSON.stringify(content),
                headers: { 'content-type': 'application/json' },
            }),
        });
        expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
        return body;
    };
    await create('POST', '/environments', { name: environment, type: 'production' });
    for (const id of [project, outside]) {
        await create('POST', '/projects', { id, name: id, environments: [environment, 'development'] });
    }
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO'] }];
    const own = await create('POST', '/segments', { name: `own-${project}`, project, constraints });
    const shared = await create('POST', '/segments', { name: `shared-${project}`, constraints });
    const pathOf = (name: string, of = project) =>
        `/projects/${of}/features/${name}-${project}/environments/${environment}`;
    const flag = async (name: string, enabled: boolean, of = project) => {
        await create('POST', `/projects/${of}/features`, { name: `${name}-${project}` });
        if (enabled) await create('POST', `${pathOf(name, of)}/on`);
    };
    const strategy = (name: string, content: object = {}, of = project) =>
        create('POST', `${pathOf(name, of)}/strategies`, { name: 'default', ...content });

    await flag('lit', true);
    const first = await strategy('lit', { segments: [own.id] });
    const second = await strategy('lit', { name: 'flexibleRollout', parameters: { rollout: '50' } });
    const asleep = await strategy('lit', { name: 'flexibleRollout', disabled: true });
    await flag('sharing', true);
    await strategy('sharing', { segments: [shared.id] });
    await flag('parent', true);
    await flag('child', true);
    await create('POST', `/projects/${project}/features/child-${project}/dependencies`, {
        feature: `parent-${project}`,
    });
    await flag('dark', false);
    await strategy('dark');
    await flag('gone', true);
    await create('DELETE', `/projects/${project}/features/gone-${project}`);
    await flag('bare', false);
    await create('POST', `/projects/${project}/features`, {
        name: `typed-${project}`,
        valueType: 'string',
        codeDefault: 'none',
    });
    await create('POST', `${pathOf('typed')}/on`);
    await create('POST', '/tag-types', { name: `team-${project}` });
    for (const name of ['lit', 'bare']) {
        await create('POST', `/features/${name}-${project}/tags`, { type: `team-${project}`, value: 'boats' });
    }
    await flag('mover', true, outside);
    await flag('sleeper', false, outside);
    await strategy('sleeper', { name: 'flexibleRollout', disabled: true }, outside);
    const variants = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }];
    await create('PUT', `${pathOf('lit')}/variants`, variants);
    const beforeLast = await app.revision();
    await strategy('parent', { constraints });
    const tokenOf = async (type: string) => {
        const token = { tokenName: `${type}-${environment}`, type, environment, projects: ['*'] };
        return (await create('POST', '/api-tokens', token)).secret as string;
    };

    return {
        project,
        outside,
        environment,
        own: own.id as number,
        shared: shared.id as number,
        strategies: { first: String(first.id), second: String(second.id), asleep: String(asleep.id) },
        beforeLast,
        client: await tokenOf('client'),
        frontend: await tokenOf('frontend'),
    };
}

/** The flags of the project that SDKs receive. */
export const STAGE_FLAGS = ['bare', 'child', 'dark', 'lit', 'parent', 'sharing', 'typed'];

/** Listed by hand: the members of the SDK payload that only describe a flag or segment. */
export const DESCRIBING = {
    flag: ['name', 'project', 'type', 'description', 'stale', 'impressionData', 'codeDefault'],
    segment: ['id', 'name'],
};

/** Listed by hand: the members of the SDK payload that affect decisions. */
export const DECIDING = {
    flag: ['enabled', 'strategies', 'variants', 'dependencies', 'valueType'],
    strategy: ['name', 'constraints', 'parameters', 'variants', 'segments'],
    segment: ['constraints'],
};

/** The response of `GET /api/client/features`, as far as tests read it; without its environment, an error. */
export interface Received {
    features?: (Record<string, unknown> & {
        name: string;
        project: string;
        enabled: boolean;
        strategies: (Record<string, unknown> & { segments?: number[] })[];
    })[];
    segments?: Record<string, unknown>[];
}

type Built = Awaited<ReturnType<typeof buildStage>>;

/** The stage in an app: the one where it was built, or one on a copy of its database. */
export function stageIn(app: TestApp, built: Built) {
    const { project, client, frontend } = built;
    const name = (flag: string) => `${flag}-${project}`;
    const names = new Set(STAGE_FLAGS.map(name));

    /** Everything that backend SDKs receive. */
    const received = (): Promise<Received> => app.clientFeatures(client);

    const send = async (method: string, path: string, token: string, body?: unknown) =>
        (
            await app.send(method, path, {
                token,
                ...(body !== undefined && {
                    rawBody: JSON.stringify(body),
                    headers: { 'content-type': 'application/json' },
                }),
            })
        ).body;

    /**
     * The SDK payload of this project, without descriptive members and without new flags that are off. A member that is added to
     * the SDK payload is included automatically.
     */
    async function seen(): Promise<string> {
        const { features = [], segments = [] } = await received();
        const content = (ids: number[] = []) =>
            ids.map((id) => segments.find((each) => each['id'] === id)?.['constraints']);
        const flags = features
            .filter((each) => each.project === project && (each.enabled || names.has(each.name)))
            .map(({ strategies, ...flag }) => ({
                ...Object.fromEntries(Object.entries(flag).filter(([member]) => !DESCRIBING.flag.includes(member))),
                name: flag.name,
                strategies: strategies.map(({ segments: ids, ...each }) => ({ ...each, segments: content(ids) })),
            }));
        const ofStage = ({ key, name = key }: { key?: string; name?: string }) => names.has(name!);
        const context = { targetingKey: 'visitor', userId: 'visitor', country: 'NO' };
        const tagged = await send('GET', `/api/client/features?tag=${name('team')}:boats`, client);
        const evaluated = await send('POST', '/ofrep/v1/evaluate/flags', client, { context });
        const shown = await send('GET', '/api/frontend?userId=visitor&country=NO', frontend);
        const rules = await app.services.db
            .selectFrom('change_request_settings')
            .selectAll()
            .where('project', '=', project)
            .execute();
        return JSON.stringify(
            {
                flags,
                tagged: (tagged.features ?? [])
                    .map((each: { name: string }) => each.name)
                    .filter((each: string) => names.has(each)),
                evaluated: (evaluated.flags ?? [])
                    .filter(ofStage)
                    .map(({ metadata: _, ...each }: { metadata: unknown }) => each),
                shown: (shown.toggles ?? [])
                    .filter(ofStage)
                    .map(({ impressionData: _, ...each }: { impressionData: boolean }) => each),
                rules,
            },
            undefined,
            1,
        );
    }

    return { ...built, app, name, received, seen };
}

export type GateStage = ReturnType<typeof stageIn>;

/** One call of a route: its parameters and its body. */
export interface Call {
    operationId: string;
    params?: Record<string, string>;
    query?: string;
    body?: unknown;
}

const OTHER = [{ contextName: 'country', operator: 'IN', values: ['SE'] }];
const BLUE = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];

const BOATS = ({ name }: GateStage) => ({ type: name('team'), value: 'boats' });

/** Listed by hand: every call that changes the SDK payload where no approval is required. */
export function readCalls(stage: GateStage): Record<string, Call> {
    const { name, environment, project, outside, strategies } = stage;
    const of = (flag: string) => ({ featureName: name(flag) });
    const updated = { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default', groupId: 'g' } };
    return {
        'turning on': { operationId: 'toggleFeatureEnvironmentOn', params: of('dark') },
        'turning off': { operationId: 'toggleFeatureEnvironmentOff', params: of('lit') },
        'turning many on': { operationId: 'bulkToggleFeaturesEnvironmentOn', body: { features: [name('dark')] } },
        'turning many off': { operationId: 'bulkToggleFeaturesEnvironmentOff', body: { features: [name('lit')] } },
        'adding a strategy': { operationId: 'addFeatureStrategy', params: of('lit'), body: updated },
        'replacing a strategy': {
            operationId: 'updateFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.second },
            body: updated,
        },
        'patching a strategy': {
            operationId: 'patchFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.second },
            body: [{ op: 'replace', path: '/parameters/rollout', value: '1' }],
        },
        'patching the constraints of a strategy': {
            operationId: 'patchFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.second },
            body: [{ op: 'replace', path: '/constraints', value: OTHER }],
        },
        'patching the variants of a strategy': {
            operationId: 'patchFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.second },
            body: [{ op: 'replace', path: '/variants', value: BLUE }],
        },
        'waking a strategy': {
            operationId: 'patchFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.asleep },
            body: [{ op: 'replace', path: '/disabled', value: false }],
        },
        'deleting a strategy': {
            operationId: 'deleteFeatureStrategy',
            params: { ...of('lit'), strategyId: strategies.first },
        },
        'reordering strategies': {
            operationId: 'setStrategySortOrder',
            params: of('lit'),
            body: [
                { id: strategies.first, sortOrder: 9 },
                { id: strategies.second, sortOrder: 1 },
            ],
        },
        'setting segments of a strategy': {
            operationId: 'updateFeatureStrategySegments',
            body: { projectId: project, strategyId: strategies.first, environmentId: environment, segmentIds: [] },
        },
        'setting variants': { operationId: 'overwriteEnvironmentFeatureVariants', params: of('lit'), body: BLUE },
        'patching variants': {
            operationId: 'patchEnvironmentsFeatureVariants',
            params: of('lit'),
            body: [{ op: 'replace', path: '/0/name', value: 'green' }],
        },
        'setting variants in several': {
            operationId: 'overwriteFeatureVariantsOnEnvironments',
            params: of('lit'),
            body: { environments: [environment], variants: BLUE },
        },
        archiving: { operationId: 'archiveFeature', params: of('lit') },
        'archiving a flag that is off and empty': { operationId: 'archiveFeature', params: of('bare') },
        'archiving by the manifest': { operationId: 'archiveManifestFlag', params: { key: name('bare') } },
        'changing the type of values': {
            operationId: 'updateFeature',
            params: of('typed'),
            body: { valueType: 'integer', codeDefault: 1 },
        },
        'changing the type of values by a patch': {
            operationId: 'patchFeature',
            params: of('parent'),
            body: [{ op: 'add', path: '/valueType', value: 'string' }],
        },
        'tagging a flag': { operationId: 'addTag', params: of('parent'), body: BOATS(stage) },
        'changing the tags of a flag': {
            operationId: 'updateTags',
            params: of('lit'),
            body: { addedTags: [], removedTags: [BOATS(stage)] },
        },
        'taking a tag from a flag': {
            operationId: 'removeTag',
            params: { ...of('bare'), ...BOATS(stage) },
        },
        'changing the tags of many': {
            operationId: 'addTagToFeatures',
            body: { features: [name('parent'), name('child')], tags: { addedTags: [BOATS(stage)], removedTags: [] } },
        },
        'deleting a tag': { operationId: 'deleteTag', params: BOATS(stage) },
        'deleting a type of tags': { operationId: 'deleteTagType', params: { name: name('team') } },
        'importing tags': {
            operationId: 'importFeatures',
            body: {
                project,
                environment,
                data: {
                    features: [{ name: name('bare') }],
                    featureStrategies: [],
                    featureEnvironments: [],
                    featureTags: [],
                    tagTypes: [],
                },
            },
        },
        'moving a flag away that is off and empty': {
            operationId: 'changeProject',
            params: of('bare'),
            body: { newProjectId: outside },
        },
        'archiving many': { operationId: 'archiveFeatures', body: { features: [name('lit'), name('sharing')] } },
        'archiving by settings': { operationId: 'updateFeature', params: of('lit'), body: { archived: true } },
        'archiving by a patch': {
            operationId: 'patchFeature',
            params: of('lit'),
            body: [{ op: 'replace', path: '/archived', value: true }],
        },
        'moving away': { operationId: 'changeProject', params: of('sharing'), body: { newProjectId: outside } },
        'moving in': {
            operationId: 'changeProject',
            params: { ...of('mover'), projectId: outside },
            body: { newProjectId: project },
        },
        'adding a dependency': {
            operationId: 'addFeatureDependency',
            params: of('lit'),
            body: { feature: name('parent') },
        },
        'removing dependencies': { operationId: 'deleteFeatureDependencies', params: of('child') },
        'removing a dependency': {
            operationId: 'deleteFeatureDependency',
            params: { ...of('child'), parent: name('parent') },
        },
        'changing a segment': {
            operationId: 'updateSegment',
            params: { id: String(stage.own) },
            body: { name: name('own'), project, constraints: OTHER },
        },
        'changing a segment of all projects': {
            operationId: 'updateSegment',
            params: { id: String(stage.shared) },
            body: { name: name('shared'), constraints: OTHER },
        },
        importing: {
            operationId: 'importFeatures',
            body: {
                project,
                environment,
                data: {
                    features: [{ name: name('lit') }, { name: name('imported') }],
                    featureStrategies: [{ featureName: name('imported'), ...updated }],
                    featureEnvironments: [
                        { name: name('imported'), featureName: name('imported'), enabled: true },
                        { name: name('lit'), featureName: name('lit'), enabled: false },
                    ],
                    featureTags: [],
                    tagTypes: [],
                },
            },
        },
        'importing from elsewhere': {
            operationId: 'importForeign',
            body: {
                source: 'growthbook',
                document: {
                    features: { [name('lit')]: { defaultValue: false }, [name('imported')]: { defaultValue: true } },
                },
                environments: { '*': environment },
                replace: [name('lit')],
            },
        },
        reverting: { operationId: 'revert', body: { event: stage.beforeLast + 1 } },
        'reverting to a moment': { operationId: 'revert', body: { to: String(stage.beforeLast), environment } },
        'copying another environment': {
            operationId: 'copyEnvironment',
            params: { environment },
            body: { source: 'development' },
        },
        'taking the environment away': { operationId: 'removeEnvironmentFromProject' },
        'deleting the environment': { operationId: 'removeEnvironment', params: { name: environment } },
    };
}

/** Calls that do not change the SDK payload immediately, and prepare such a change. */
export function setupCalls({ name, environment, project, outside }: GateStage): Record<string, Call> {
    return {
        cloning: { operationId: 'cloneFeature', params: { featureName: name('lit') }, body: { name: name('copy') } },
        reviving: { operationId: 'reviveFeature', params: { featureName: name('gone') } },
        'reviving many': { operationId: 'reviveFeatures', body: { features: [name('gone')] } },
        'moving a flag in that has disabled strategies': {
            operationId: 'changeProject',
            params: { projectId: outside, featureName: name('sleeper') },
            body: { newProjectId: project },
        },
        'switching approvals off': {
            operationId: 'updateProjectChangeRequestConfig',
            body: { changeRequestsEnabled: false },
        },
        'turning the environment off': { operationId: 'toggleEnvironmentOff', params: { name: environment } },
        'archiving the project': { operationId: 'archiveProject' },
        'deleting the project': { operationId: 'deleteProject' },
        'cloning the environment': {
            operationId: 'cloneEnvironment',
            params: { name: environment },
            body: { name: `clone-${project}`, type: 'production', projects: [project] },
        },
    };
}

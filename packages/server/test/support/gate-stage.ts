import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * A project with one environment of its own, and something in it for every way to change what SDKs see. Built without the checks
 * that each request of a test makes: what it is made of is tested elsewhere.
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
    const placeOf = (name: string, of = project) =>
        `/projects/${of}/features/${name}-${project}/environments/${environment}`;
    const flag = async (name: string, enabled: boolean, of = project) => {
        await create('POST', `/projects/${of}/features`, { name: `${name}-${project}` });
        if (enabled) await create('POST', `${placeOf(name, of)}/on`);
    };
    const strategy = (name: string, content: object = {}, of = project) =>
        create('POST', `${placeOf(name, of)}/strategies`, { name: 'default', ...content });

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
    await flag('mover', true, outside);
    const variants = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }];
    await create('PUT', `${placeOf('lit')}/variants`, variants);
    const beforeLast = await app.revision();
    await strategy('parent', { constraints });
    const { secret } = await create('POST', '/api-tokens', {
        tokenName: environment,
        type: 'client',
        environment,
        projects: ['*'],
    });

    return {
        project,
        outside,
        environment,
        own: own.id as number,
        shared: shared.id as number,
        strategies: { first: String(first.id), second: String(second.id), asleep: String(asleep.id) },
        beforeLast,
        secret: secret as string,
    };
}

type Built = Awaited<ReturnType<typeof buildStage>>;

/** The stage as it is in an app, be it the one where it was built or one on a copy of its database. */
export function stageIn(app: TestApp, built: Built) {
    const { project, secret } = built;

    /** What SDKs decide by, of this project: what is said about flags is left out, and so is what is off. */
    async function seen(): Promise<string> {
        const { features = [], segments = [] } = await app.clientFeatures(secret);
        const content = (ids: number[] = []) =>
            ids.map((id) => segments.find((each: { id: number }) => each.id === id)?.constraints);
        const flags = features
            .filter((each: { project: string; enabled: boolean }) => each.project === project && each.enabled)
            // biome-ignore lint/suspicious/noExplicitAny: as SDKs get it
            .map(({ name, strategies, variants, dependencies }: any) => ({
                name,
                strategies: strategies.map(({ segments: ids, ...each }: { segments?: number[] }) => ({
                    ...each,
                    segments: content(ids),
                })),
                variants,
                dependencies,
            }));
        const rules = await app.services.db
            .selectFrom('change_request_settings')
            .selectAll()
            .where('project', '=', project)
            .execute();
        return JSON.stringify({ flags, rules }, undefined, 1);
    }

    return { ...built, app, name: (flag: string) => `${flag}-${project}`, seen };
}

export type GateStage = ReturnType<typeof stageIn>;

/** One call of a route: what stands in its address, and what is sent. */
export interface Call {
    operationId: string;
    params?: Record<string, string>;
    query?: string;
    body?: unknown;
}

const OTHER = [{ contextName: 'country', operator: 'IN', values: ['SE'] }];
const BLUE = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];

/** By hand: every call that makes a difference to SDKs where no approval is needed. */
export function callsThatShow(stage: GateStage): Record<string, Call> {
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

/** Calls that SDKs do not see at once, and that prepare it. */
export function callsThatPrepare({ name, environment, project }: GateStage): Record<string, Call> {
    return {
        cloning: { operationId: 'cloneFeature', params: { featureName: name('lit') }, body: { name: name('copy') } },
        reviving: { operationId: 'reviveFeature', params: { featureName: name('gone') } },
        'reviving many': { operationId: 'reviveFeatures', body: { features: [name('gone')] } },
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

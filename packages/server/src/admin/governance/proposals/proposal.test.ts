import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { wholeDatabase } from '../../../../test/support/whole-database.ts';
import type { ActionName } from '../../../app/actions.ts';
import { takeSteps } from '../../../changes/steps.ts';
import { type AdminActor, type Grant, SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { readSteps } from './read-steps.ts';

type StepInput = { action: ActionName; feature?: string | null; environment?: string; payload?: unknown };

const IN_LANTERN = { feature: 'lantern', environment: 'development' };
const IN_BUOY = { feature: 'buoy', environment: 'development' };
const NEW_ID = '11111111-2222-3333-4444-555555555555';

/** The targets, and one step of each action in the format of the Unleash UI. */
async function world() {
    const app = await testApp();
    await app.has.flag({ name: 'lantern', enabled: true });
    await app.has.flag({ name: 'anchor' });
    await app.has.flag({ name: 'buoy' });
    await app.has.flag({ name: 'wreck' });
    await app.delete('/api/admin/projects/default/features/wreck');
    await app.post('/api/admin/projects/default/features/buoy/dependencies', { feature: 'anchor' });
    const [first, second] = [await app.has.strategy({ flag: 'lantern' }), await app.has.strategy({ flag: 'lantern' })];
    const used = await app.has.segment({ name: 'crew', project: 'default' });
    const idle = await app.has.segment({ name: 'nobody', project: 'default' });
    const { plan, waiting } = await plans(app);
    const [milestone] = plan.milestones;
    const [waitingMilestone, last] = waiting.milestones;
    const safeguard = {
        impactMetric: { metricName: 'errors', timeRange: 'day', aggregationMode: 'count', labelSelectors: {} },
        triggerCondition: { operator: '>', threshold: 1 },
    };
    const safeguards = '/api/admin/projects/default/features/lantern/environments/development/safeguards';
    await app.put(safeguards, safeguard);
    const [{ id: safeguardId }] = (await app.get(safeguards)).body.safeguards;
    const planSafeguards = safeguards.replace('safeguards', `release-plans/${plan.id}/safeguards`);
    await app.put(planSafeguards, safeguard);
    const [ofPlan] = (await app.get(planSafeguards)).body.safeguards;
    const experimentId = await startedExperiment(app);
    const steps: Record<ActionName, StepInput> = {
        updateEnabled: { ...IN_LANTERN, action: 'updateEnabled', payload: { enabled: false } },
        addStrategy: {
            ...IN_LANTERN,
            action: 'addStrategy',
            payload: {
                id: NEW_ID,
                name: 'default',
                title: 'pilot',
                parameters: {},
                constraints: [],
                segments: [used.id],
            },
        },
        updateStrategy: {
            ...IN_LANTERN,
            action: 'updateStrategy',
            payload: { ...first, title: 'other', snapshot: first },
        },
        deleteStrategy: {
            ...IN_LANTERN,
            action: 'deleteStrategy',
            payload: { id: second.id, name: 'default', title: '', disabled: false },
        },
        patchVariant: {
            ...IN_LANTERN,
            action: 'patchVariant',
            payload: { variants: [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }] },
        },
        reorderStrategy: { ...IN_LANTERN, action: 'reorderStrategy', payload: [{ id: first.id, sortOrder: 9 }] },
        changeFeatureEnvSafeguard: {
            ...{ ...IN_LANTERN, action: 'changeFeatureEnvSafeguard' },
            payload: { safeguard: { ...safeguard, triggerCondition: { operator: '>', threshold: 5 } } },
        },
        deleteFeatureEnvSafeguard: {
            ...{ ...IN_LANTERN, action: 'deleteFeatureEnvSafeguard', payload: { safeguardId } },
        },
        changeReleasePlanSafeguard: {
            ...{ ...IN_LANTERN, action: 'changeReleasePlanSafeguard' },
            payload: {
                planId: plan.id,
                safeguard: { ...safeguard, triggerCondition: { operator: '>', threshold: 5 } },
            },
        },
        deleteReleasePlanSafeguard: {
            ...{ ...IN_LANTERN, action: 'deleteReleasePlanSafeguard' },
            payload: { planId: plan.id, safeguardId: ofPlan.id },
        },
        archiveFeature: { action: 'archiveFeature', feature: 'lantern' },
        addDependency: { action: 'addDependency', feature: 'lantern', payload: { feature: 'anchor' } },
        deleteDependency: { action: 'deleteDependency', feature: 'buoy' },
        updateTags: {
            action: 'updateTags',
            feature: 'lantern',
            payload: { addedTags: [{ type: 'simple', value: 'bright' }], removedTags: [] },
        },
        updateSegment: {
            action: 'updateSegment',
            feature: null,
            payload: { id: used.id, name: 'sailors', constraints: [], project: 'default' },
        },
        deleteSegment: { action: 'deleteSegment', payload: { id: idle.id } },
        createFeature: { action: 'createFeature', feature: 'rudder', payload: { type: 'experiment' } },
        updateFeature: { action: 'updateFeature', feature: 'anchor', payload: { description: 'Holds' } },
        reviveFeature: { action: 'reviveFeature', feature: 'wreck' },
        addSegment: { action: 'addSegment', payload: { name: 'new', constraints: [], project: 'default' } },
        updateChangeRequestConfig: {
            action: 'updateChangeRequestConfig',
            environment: 'development',
            payload: { changeRequestsEnabled: true, requiredApprovals: 2 },
        },
        addReleasePlan: {
            feature: 'anchor',
            environment: 'development',
            action: 'addReleasePlan',
            payload: { templateId: plan.releasePlanTemplateId },
        },
        decideExperiment: {
            ...{ feature: 'compass', environment: 'development', action: 'decideExperiment' },
            payload: { experimentId, variant: 'enabled' },
        },
        deleteReleasePlan: { ...IN_LANTERN, action: 'deleteReleasePlan', payload: { planId: plan.id, snapshot: plan } },
        startMilestone: {
            ...IN_LANTERN,
            action: 'startMilestone',
            payload: { planId: plan.id, milestoneId: plan.milestones[1].id },
        },
        updateMilestoneStrategy: {
            ...IN_LANTERN,
            action: 'updateMilestoneStrategy',
            payload: { ...milestone.strategies[0], title: 'few', snapshot: plan },
        },
        changeMilestoneProgression: {
            ...IN_LANTERN,
            action: 'changeMilestoneProgression',
            payload: {
                sourceMilestone: milestone.id,
                targetMilestone: plan.milestones[1].id,
                transitionCondition: { intervalMinutes: 30 },
            },
        },
        deleteMilestoneProgression: {
            ...IN_BUOY,
            action: 'deleteMilestoneProgression',
            payload: { sourceMilestone: waitingMilestone.id },
        },
        resumeMilestoneProgression: {
            ...IN_BUOY,
            action: 'resumeMilestoneProgression',
            payload: { planId: last.releasePlanDefinitionId },
        },
    };
    return { app, steps, first, idle, used };
}

const rollout = (percentage: string) => ({ name: 'flexibleRollout', parameters: { rollout: percentage } });

async function startedExperiment(app: TestApp): Promise<string> {
    await app.has.flag({ name: 'compass' });
    await app.has.strategy({ flag: 'compass', name: 'flexibleRollout', parameters: { rollout: '50' } });
    await app.post('/api/admin/projects/default/features/compass/environments/development/on');
    const metric = { key: 'bought', role: 'primary', outcome: 'bought', kind: 'conversion', direction: 'up' };
    const { body } = await app.post('/api/admin/projects/default/experiments', {
        ...{ name: 'Compass', feature: 'compass', environment: 'development', unit: 'userId' },
        ...{ population: 'recomputed', metrics: [metric] },
    });
    await app.post(`/api/admin/projects/default/experiments/${body.id}/start`);
    return body.id;
}

/** A plan of a flag that is on, and a paused plan of one that is off. */
async function plans(app: TestApp) {
    const { body: template } = await app.post('/api/admin/release-plan-templates', {
        name: 'two steps',
        milestones: [
            { name: 'few', sortOrder: 0, strategies: [rollout('10')], transitionCondition: { intervalMinutes: 60 } },
            { name: 'all', sortOrder: 1, strategies: [rollout('100')] },
        ],
    });
    const add = async ({ feature, environment }: typeof IN_LANTERN) => {
        const base = `/api/admin/projects/default/features/${feature}/environments/${environment}`;
        return { base, ...(await app.post(`${base}/release-plans`, { templateId: template.id })) };
    };
    const { body: plan } = await add(IN_LANTERN);
    const { base, body: waiting } = await add(IN_BUOY);
    await app.post(`${base}/progressions/${waiting.id}/pause`);
    return { plan, waiting };
}

const rehearse = async (
    app: TestApp,
    steps: readonly unknown[],
    actor: AdminActor = SYSTEM_ACTOR,
    project = 'default',
) => app.services.rehearse(actor, await readSteps(project, steps));

const someone = (...grants: Grant[]): AdminActor => ({
    kind: 'admin',
    name: 'someone',
    id: 77,
    grants,
    hiddenProjects: ['covert'],
});

/** Expected permissions, written by hand according to the routes of Unleash. */
const NEEDED: Record<ActionName, Grant> = {
    updateEnabled: { permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'default', environment: 'development' },
    addStrategy: { permission: 'CREATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    updateStrategy: { permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    deleteStrategy: { permission: 'DELETE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    patchVariant: { permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', project: 'default', environment: 'development' },
    reorderStrategy: { permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    changeFeatureEnvSafeguard: {
        ...{ permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'default', environment: 'development' },
    },
    deleteFeatureEnvSafeguard: {
        ...{ permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'default', environment: 'development' },
    },
    changeReleasePlanSafeguard: {
        ...{ permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    },
    deleteReleasePlanSafeguard: {
        ...{ permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    },
    archiveFeature: { permission: 'DELETE_FEATURE', project: 'default' },
    addDependency: { permission: 'UPDATE_FEATURE_DEPENDENCY', project: 'default' },
    deleteDependency: { permission: 'UPDATE_FEATURE_DEPENDENCY', project: 'default' },
    updateTags: { permission: 'UPDATE_FEATURE', project: 'default' },
    updateSegment: { permission: 'UPDATE_PROJECT_SEGMENT', project: 'default' },
    deleteSegment: { permission: 'UPDATE_PROJECT_SEGMENT', project: 'default' },
    createFeature: { permission: 'CREATE_FEATURE', project: 'default' },
    updateFeature: { permission: 'UPDATE_FEATURE', project: 'default' },
    reviveFeature: { permission: 'UPDATE_FEATURE', project: 'default' },
    addSegment: { permission: 'UPDATE_PROJECT_SEGMENT', project: 'default' },
    updateChangeRequestConfig: { permission: 'PROJECT_CHANGE_REQUEST_WRITE', project: 'default' },
    addReleasePlan: { permission: 'CREATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    deleteReleasePlan: { permission: 'DELETE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    decideExperiment: { permission: 'DECIDE_EXPERIMENT', project: 'default', environment: 'development' },
    startMilestone: { permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    updateMilestoneStrategy: { permission: 'UPDATE_FEATURE_STRATEGY', project: 'default', environment: 'development' },
    changeMilestoneProgression: {
        permission: 'UPDATE_FEATURE_STRATEGY',
        project: 'default',
        environment: 'development',
    },
    deleteMilestoneProgression: {
        permission: 'UPDATE_FEATURE_STRATEGY',
        project: 'default',
        environment: 'development',
    },
    resumeMilestoneProgression: {
        permission: 'UPDATE_FEATURE_STRATEGY',
        project: 'default',
        environment: 'development',
    },
};

test('the list of actions contains required members, payload schema and description', async () => {
    const app = await testApp();

    const { status, body } = await app.get('/api/admin/proposals/actions', await app.has.user());

    expect(status).toBe(200);
    expect(body.actions.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(NEEDED).sort());
    expect(body.actions).toContainEqual({
        name: 'updateEnabled',
        needs: ['feature', 'environment'],
        permissions: ['UPDATE_FEATURE_ENVIRONMENT'],
        says: 'turn {feature} {payload.enabled?on:off} in {environment}',
        payload: expect.objectContaining({ type: 'object', required: ['enabled'] }),
    });
});

test('every action can be rehearsed without side effects, whether it fails or not', async () => {
    const { app, steps } = await world();
    const before = await wholeDatabase(app.services);

    for (const step of Object.values(steps)) {
        const { failed, events, publications } = await rehearse(app, [step]);
        expect(failed, step.action).toBeUndefined();
        expect(events.length, step.action).toBeGreaterThan(0);
        for (const { before, after } of publications) expect(before, step.action).not.toBe(after);
        const twice = await rehearse(app, [step, { action: 'archiveFeature', feature: 'missing' }]);
        expect(twice, step.action).toMatchObject({ failed: { step: 1, error: { status: 404 } } });
    }

    expect(await wholeDatabase(app.services)).toEqual(before);
});

test('a step requires exactly the permission of the direct route', async () => {
    const { app, steps } = await world();

    for (const [action, step] of Object.entries(steps) as [ActionName, StepInput][]) {
        const { permission, ...where } = NEEDED[action];
        const others = (Object.values(NEEDED) as Grant[]).filter((grant) => grant.permission !== permission);
        const elsewhere = Object.keys(where).map((key): Grant => ({ permission, ...where, [key]: 'elsewhere' }));
        const refused = await rehearse(app, [step], someone(...others, ...elsewhere));
        expect(refused.failed, action).toMatchObject({ step: 0, error: { name: 'NoAccessError' } });
        expect(refused.failed!.error.extra['permissions'], action).toContain(permission);
        expect((await rehearse(app, [step], someone(NEEDED[action]))).failed, action).toBeUndefined();
    }
});

test('a step that archives a flag through its settings requires the permission to archive', async () => {
    const { app } = await world();
    const step = { action: 'updateFeature', feature: 'lantern', payload: { archived: true } };
    const updates: Grant = { permission: 'UPDATE_FEATURE', project: 'default' };

    const refused = await rehearse(app, [step], someone(updates));
    expect(refused.failed?.error.extra).toEqual({ permissions: ['DELETE_FEATURE'] });
    const both = someone(updates, { permission: 'DELETE_FEATURE', project: 'default' });
    expect((await rehearse(app, [step], both)).failed).toBeUndefined();
});

describe('errors contain their location', () => {
    const MISTAKES: [string, unknown, string][] = [
        ['no action', { feature: 'lantern', payload: {} }, '/body/steps/1/action'],
        ['an action that nobody knows', { action: 'paintFlag', payload: {} }, '/body/steps/1/action'],
        [
            'no flag',
            { action: 'updateEnabled', environment: 'development', payload: { enabled: true } },
            '/body/steps/1/feature',
        ],
        [
            'no environment',
            { action: 'updateEnabled', feature: 'lantern', payload: { enabled: true } },
            '/body/steps/1/environment',
        ],
        ['no payload', { action: 'updateEnabled', ...IN_LANTERN }, '/body/steps/1/payload'],
        [
            'a payload of the wrong type',
            { action: 'updateEnabled', ...IN_LANTERN, payload: { enabled: 'yes' } },
            '/body/steps/1/payload/enabled',
        ],
        [
            'a member that nobody knows',
            { action: 'deleteStrategy', ...IN_LANTERN, payload: { id: 'x', colour: 1 } },
            '/body/steps/1/payload/colour',
        ],
        [
            'an id that is none',
            { action: 'addStrategy', ...IN_LANTERN, payload: { name: 'default', id: '7' } },
            '/body/steps/1/payload/id',
        ],
        ['something else than a step', 7, '/body/steps/1'],
    ];

    test.each(MISTAKES)('%s', async (_what, step, path) => {
        const steps = [{ action: 'archiveFeature', feature: 'lantern', payload: null }, step];
        const error = await readSteps('default', steps).then(
            () => undefined,
            (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({ status: 400, details: [{ path }] });
    });

    test('an error that only the command detects', async () => {
        const { app } = await world();
        const constraints = [{ contextName: 'region', operator: 'IN', values: [] }];
        const { failed } = await rehearse(app, [
            { action: 'archiveFeature', feature: 'buoy' },
            { action: 'addSegment', payload: { name: 'x', constraints } },
        ]);
        expect(failed).toMatchObject({
            step: 1,
            error: { status: 400, details: [{ path: '/body/steps/1/payload/constraints/0' }] },
        });
    });
});

test('a new strategy or segment may have an explicit id, so that later steps can refer to it', async () => {
    const { app, idle } = await world();
    const id = randomUUID();
    const steps = [
        { action: 'addSegment', payload: { id: idle.id + 1, name: 'pilots', constraints: [] } },
        { ...IN_LANTERN, action: 'addStrategy', payload: { id, name: 'default', segments: [idle.id + 1] } },
        { ...IN_LANTERN, action: 'updateStrategy', payload: { id, title: 'Pilots' } },
    ];
    expect((await rehearse(app, steps)).failed).toBeUndefined();

    await app.services.write(SYSTEM_ACTOR, takeSteps, await readSteps('default', steps));

    const path = '/api/admin/projects/default/features/lantern/environments/development/strategies';
    expect((await app.get(`${path}/${id}`)).body).toMatchObject({ title: 'Pilots', segments: [idle.id + 1] });
    for (const step of steps.slice(0, 2)) {
        expect(
            (await rehearse(app, [{ ...step, payload: { ...step.payload, name: 'default' } }])).failed,
        ).toMatchObject({
            error: { status: 409 },
        });
    }
    expect((await app.has.segment()).id).toBe(idle.id + 2);
});

test('ids of segments are assigned once, but a deleted segment can be restored with its id', async () => {
    const { app, idle } = await world();
    await app.delete(`/api/admin/segments/${idle.id}`);

    expect((await app.has.segment()).id).toBe(idle.id + 1);
    const back = { action: 'addSegment', payload: { id: idle.id, name: 'nobody', constraints: [] } };
    expect(await rehearse(app, [back])).toMatchObject({ results: [{ id: idle.id }] });
    const farAhead = { action: 'addSegment', payload: { id: 2_147_483_647, name: 'last', constraints: [] } };
    expect((await rehearse(app, [farAhead])).failed).toMatchObject({ error: { status: 400 } });
    expect((await app.has.segment()).id).toBe(idle.id + 2);
});

test('a proposal describes each step', async () => {
    const steps = await readSteps('default', [
        { action: 'updateEnabled', ...IN_LANTERN, payload: { enabled: false } },
        { action: 'addDependency', feature: 'lantern', payload: { feature: 'anchor' } },
        { action: 'archiveFeature', feature: 'anchor' },
    ]);

    expect(steps.map(({ says }) => says)).toEqual([
        'turn lantern off in development',
        'make lantern depend on anchor',
        'archive anchor',
    ]);
});

test('a hidden project returns the same error as a missing one, for every step', async () => {
    const { app, steps, used } = await world();
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'lamp', project: 'covert' });
    const secret = await app.has.segment({ name: 'spies', project: 'covert' });
    const editor = someone(
        { permission: 'UPDATE_SEGMENT' },
        { permission: 'CREATE_SEGMENT' },
        { permission: 'DELETE_SEGMENT' },
    );

    for (const step of Object.values(steps)) {
        const error = async (project: string) => (await rehearse(app, [step], editor, project)).failed?.error.message;
        const hidden = await error('covert');
        expect(hidden, step.action).toBeDefined();
        expect(hidden, step.action).toBe((await error('nowhere'))?.replaceAll('nowhere', 'covert'));
    }
    const bySegment = async (id: number) =>
        (await rehearse(app, [{ action: 'deleteSegment', payload: { id } }], editor)).failed?.error;
    expect(await bySegment(secret.id)).toMatchObject({ status: 404, message: `There is no segment ${secret.id}.` });
    expect(await bySegment(9_999)).toMatchObject({ status: 404, message: 'There is no segment 9999.' });
    const other = await rehearse(app, [
        { ...steps.updateSegment, payload: { id: secret.id, name: 'x', constraints: [] } },
    ]);
    expect(other.failed).toMatchObject({ error: { status: 404 } });
    const away = { id: used.id, name: 'x', constraints: [], project: 'covert' };
    expect((await rehearse(app, [{ action: 'updateSegment', payload: away }])).failed).toMatchObject({
        error: { status: 400 },
    });
});

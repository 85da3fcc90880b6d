import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { protectedProject } from './support/change-requests.ts';
import { environmentOf, TEMPLATES } from './support/releases.ts';
import { runs } from './support/runs.ts';
import { type TestApp, testApp } from './support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const MILESTONES = 3;
const MINUTE = 60_000;

type Act =
    | { does: 'edit' | 'start' | 'write' | 'start directly' | 'alter stored content'; milestone: number }
    | { does: 'wait'; minutes: number }
    | { does: 'resume' | 'revise' | 'review' | 'approve' | 'apply' | 'pause' | 'harm' | 'edit template' }
    | { does: 'replace plan' };

const ofMilestone = fc.nat({ max: MILESTONES - 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
    {
        weight: 6,
        arbitrary: fc.record({
            does: fc.constantFrom('edit', 'start', 'write', 'start directly', 'alter stored content'),
            milestone: ofMilestone,
        }),
    },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 90 }) }) },
    {
        weight: 10,
        arbitrary: fc.record({
            does: fc.constantFrom('resume', 'revise', 'review', 'approve', 'apply', 'pause', 'harm', 'edit template'),
        }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('approve', 'apply') }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('replace plan') }) },
);

let counter = 0;
/** A group of a rollout, which SDKs receive, so that served strategies can be recognised. */
const freshGroup = () => `group-${++counter}`;

const strategyOf = (groupId: string) => ({
    ...{ name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId } },
});
const milestonesOf = (groups: readonly string[]) =>
    groups.map((group, index) => ({
        ...{ name: `milestone ${index}`, sortOrder: index, strategies: [strategyOf(group)] },
        ...(index < groups.length - 1 && { transitionCondition: { intervalMinutes: 60 } }),
    }));
const freshGroups = () => Array.from({ length: MILESTONES }, freshGroup);

interface Request {
    id: number;
    change: number;
    /** The groups that SDKs may receive once it is applied. */
    groups: string[];
}

async function stage() {
    const { project, flag, author, owner, propose, move, base } = await protectedProject(app, {
        rules: { bypass: 'nobody' },
    });
    const environment = environmentOf(flag, 'production', project);
    const { secret: token } = await app.has.token({ environment: 'production' });
    const groups = freshGroups();
    const { body: template } = await app.post(TEMPLATES, { name: freshGroup(), milestones: milestonesOf(groups) });
    const add = { feature: flag, action: 'addReleasePlan', payload: { templateId: template.id } };
    const turnOn = { feature: flag, action: 'updateEnabled', payload: { enabled: true } };
    const { id } = (await propose([add, turnOn], author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    expect((await move(id, 'Applied', owner)).body).toMatchObject({ state: 'Applied' });
    const plan = async () => (await app.get(`${environment}/release-plans`)).body[0];
    const metricName = `errors_${counter}`;
    const safeguard = {
        impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
        ...{ triggerCondition: { operator: '>', threshold: 5 }, action: { type: 'returnToPreviousMilestone' } },
    };
    const { id: planId } = await plan();
    const guarded = { feature: flag, action: 'changeReleasePlanSafeguard', payload: { planId, safeguard } };
    const { id: second } = (await propose([guarded], author)).body;
    await move(second, 'In review', author);
    await move(second, 'Approved', owner);
    expect((await move(second, 'Applied', owner)).body).toMatchObject({ state: 'Applied' });
    return {
        ...{ project, flag, author, owner, propose, move, base, environment, template, metricName, token, plan },
        /** The groups that SDKs receive; undefined while the flag is off. */
        served: async (): Promise<string[] | undefined> => {
            const { features } = await app.clientFeatures(token);
            const { enabled, strategies } = features.find(({ name }: { name: string }) => name === flag);
            return enabled
                ? strategies.map(({ parameters }: { parameters: { groupId: string } }) => parameters.groupId)
                : undefined;
        },
        approved: new Set(groups),
    };
}

type Stage = Awaited<ReturnType<typeof stage>>;

const groupOf = (milestone: { strategies: { parameters: { groupId: string } }[] }) =>
    milestone.strategies[0]!.parameters.groupId;

async function proposed(at: Stage, change: object, groups: string[], previous: Request | undefined) {
    const { status, body } = await at.propose([{ feature: at.flag, ...change }], at.author);
    if (status !== 200) return previous;
    return { id: body.id, change: body.features[0].changes.at(-1).id, groups };
}

/** Performs an act, whether or not it is allowed. Returns the request of the author afterwards. */
async function perform(at: Stage, act: Act, request: Request | undefined): Promise<Request | undefined> {
    const { author, owner, move, environment } = at;
    const plan = await at.plan();
    if (plan === undefined) return request;
    const { milestones } = plan;
    switch (act.does) {
        case 'edit': {
            const group = freshGroup();
            const payload = { id: milestones[act.milestone].strategies[0].id, ...strategyOf(group), name: undefined };
            return request ?? proposed(at, { action: 'updateMilestoneStrategy', payload }, [group], request);
        }
        case 'revise': {
            if (request?.groups.length !== 1) return request;
            const group = freshGroup();
            const current = (await app.get(`${at.base}/${request.id}`, author)).body;
            const [{ action, payload }] = current.features[0].changes;
            if (action !== 'updateMilestoneStrategy') return request;
            const changed = {
                feature: at.flag,
                action,
                payload: { ...payload, ...strategyOf(group), name: undefined },
            };
            const path = `${at.base}/${request.id}/changes/${request.change}`;
            const { status } = await app.put(path, changed, author);
            return status === 200 ? { ...request, groups: [group] } : request;
        }
        case 'start': {
            const { id: milestoneId } = milestones[act.milestone];
            const payload = { planId: plan.id, milestoneId };
            return request ?? proposed(at, { action: 'startMilestone', payload }, [], request);
        }
        case 'resume': {
            const payload = { planId: plan.id };
            return request ?? proposed(at, { action: 'resumeMilestoneProgression', payload }, [], request);
        }
        case 'replace plan': {
            // The request contains the milestones, so that a later change of a template does not matter.
            const groups = freshGroups();
            const remove = { feature: at.flag, action: 'deleteReleasePlan', payload: { planId: plan.id } };
            const payload = { name: 'own', milestones: milestonesOf(groups) };
            if (request) return request;
            const { status, body } = await at.propose(
                [remove, { feature: at.flag, action: 'addReleasePlan', payload }],
                author,
            );
            return status === 200 ? { id: body.id, change: body.features[0].changes[0].id, groups } : request;
        }
        case 'write': {
            const path = `${environment}/milestone-strategies/${milestones[act.milestone].strategies[0].id}`;
            const { name: _, ...body } = strategyOf(freshGroup());
            expect(await app.put(path, body, author)).toMatchObject({ status: 403 });
            return request;
        }
        case 'start directly': {
            const path = `${environment}/release-plans/${plan.id}/milestones/${milestones[act.milestone].id}/start`;
            expect(await app.post(path, undefined, author)).toMatchObject({ status: 403 });
            return request;
        }
        case 'alter stored content': {
            // What no command does: a mistake of the service, or of an operator.
            const { id, strategies } = milestones[act.milestone];
            const altered = JSON.stringify([{ ...strategies[0], ...strategyOf(freshGroup()) }]);
            await app.services.recordObservation((tx) =>
                tx.updateTable('release_milestones').set({ strategies: altered }).where('id', '=', id).execute(),
            );
            return request;
        }
        case 'pause': {
            const isOpen = (milestone: { pausedAt: string | null; progressionExecutedAt: string | null }) =>
                milestone.pausedAt === null && milestone.progressionExecutedAt === null;
            const path = `${environment}/progressions/${plan.id}/pause`;
            await app.post(path, undefined, { ...author, changesNothing: !milestones.some(isOpen) });
            return request;
        }
        case 'edit template':
            await app.put(`${TEMPLATES}/${at.template.id}`, {
                ...{ name: at.template.name, milestones: milestonesOf(freshGroups()) },
            });
            return request;
        case 'harm': {
            const samples = [{ labels: { appName: 'shop' }, value: 9 }];
            const impactMetrics = [{ name: at.metricName, help: 'errors', type: 'counter', samples }];
            await app.post(
                '/api/client/metrics',
                { appName: 'shop', instanceId: 'one', impactMetrics },
                { token: at.token },
            );
            await app.services.reports.store();
            app.passTime(MINUTE);
            await app.services.dueWork.runDue();
            return request;
        }
        case 'wait':
            app.passTime(act.minutes * MINUTE);
            await app.services.dueWork.runDue();
            return request;
        case 'review':
            if (request) await move(request.id, 'In review', author);
            return request;
        case 'approve':
            if (request) await move(request.id, 'Approved', owner);
            return request;
        case 'apply': {
            if (!request) return request;
            // Who starts a milestone sees its stored content, so it is theirs.
            const stored = milestones.map(groupOf);
            const [{ action, payload }] = (await app.get(`${at.base}/${request.id}`, author)).body.features[0].changes;
            const { body } = await move(request.id, 'Applied', owner);
            if (body.state !== 'Applied') return request;
            const started = milestones.findIndex(({ id }: { id: string }) => id === payload.milestoneId);
            for (const group of action === 'startMilestone' ? [stored[started]] : request.groups)
                at.approved.add(group);
            return undefined;
        }
    }
}

test('in any order of edits, approvals, progressions, pauses and safeguards, SDKs receive only strategies that were approved', async () => {
    let progressed = 0;
    await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 35 }), async (acts) => {
            const at = await stage();
            let request: Request | undefined;
            let before = await at.served();
            for (const act of acts) {
                request = await perform(at, act, request);
                // Some changes make a step due at once.
                await app.services.dueWork.runDue();
                const served = await at.served();
                // A flag that is on without a strategy is on for everyone.
                expect(served).not.toEqual([]);
                expect((served ?? []).filter((group) => !at.approved.has(group))).toEqual([]);
                if (act.does === 'wait' && served?.join() !== before?.join()) progressed++;
                before = served;
            }
        }),
        { numRuns: runs(6), endOnFailure: true, examples: [[STEPS], [ALTERED]] },
    );
    expect(progressed).toBeGreaterThan(2);
}, 240_000);

/** A sequence of approved changes and automatic steps in both directions, so that not everything is refused. */
const STEPS: Act[] = [
    { does: 'edit', milestone: 1 },
    { does: 'edit template' },
    { does: 'review' },
    { does: 'approve' },
    { does: 'revise' },
    { does: 'apply' },
    { does: 'wait', minutes: 61 },
    { does: 'approve' },
    { does: 'apply' },
    { does: 'harm' },
    { does: 'wait', minutes: 90 },
    { does: 'resume' },
    { does: 'review' },
    { does: 'approve' },
    { does: 'apply' },
    { does: 'wait', minutes: 61 },
    { does: 'wait', minutes: 61 },
    { does: 'replace plan' },
    { does: 'review' },
    { does: 'approve' },
    { does: 'apply' },
    { does: 'wait', minutes: 61 },
];

/** An approved edit of one milestone does not approve what changed in another one. */
const ALTERED: Act[] = [
    { does: 'alter stored content', milestone: 1 },
    { does: 'edit', milestone: 2 },
    { does: 'review' },
    { does: 'approve' },
    { does: 'apply' },
    { does: 'wait', minutes: 61 },
    { does: 'wait', minutes: 61 },
];

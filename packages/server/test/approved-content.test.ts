import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { protectedProject, type Someone } from './support/change-requests.ts';
import { runs } from './support/runs.ts';
import { type TestApp, testApp } from './support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const environment = 'production';
const NEEDED = 2;
const MEMBERS = ['title', 'rollout', 'groupId'] as const;
type Member = (typeof MEMBERS)[number];
type Values = Record<Member, string>;

type Act =
    | { does: 'propose'; what: Member[] }
    | { does: 'write'; what: Member[] }
    | { does: 'approve'; who: number }
    | { does: 'schedule'; minutes: number }
    | { does: 'wait'; minutes: number }
    | { does: 'resolve'; take: 'mine' | 'theirs' }
    | { does: 'review' | 'apply' | 'cancel' | 'edit segment' };

const some = fc.uniqueArray(fc.constantFrom(...MEMBERS), { minLength: 1, maxLength: 2 });
const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('propose' as const), what: some }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('write' as const), what: some }) },
    { weight: 6, arbitrary: fc.record({ does: fc.constant('approve' as const), who: fc.nat({ max: 3 }) }) },
    {
        weight: 3,
        arbitrary: fc.record({ does: fc.constant('schedule' as const), minutes: fc.integer({ min: 1, max: 9 }) }),
    },
    {
        weight: 3,
        arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 9 }) }),
    },
    {
        weight: 1,
        arbitrary: fc.record({ does: fc.constant('resolve' as const), take: fc.constantFrom('mine', 'theirs') }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('review' as const) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('apply' as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('edit segment' as const) }) },
);

/** The latest content of the author, its base, and the approvals of exactly this content. */
interface Request {
    id: number;
    change: number;
    base: Values;
    wanted: Partial<Values>;
    approvedBy: Set<number>;
    author: number;
    /** The value in the strategy's segment when the request was made. */
    segment: string;
}

let counter = 0;
const freshValue = () => String(1_000 + ++counter);

async function stage() {
    const fixture = await protectedProject(app, { requiredApprovals: NEEDED });
    const { project, flag } = fixture;
    const start = { title: 'start', rollout: '1', groupId: 'start' };
    const bodyOf = ({ title, ...parameters }: Values) => ({
        name: 'flexibleRollout',
        title,
        parameters: { ...parameters, stickiness: 'default' },
    });
    const { id: segment, name } = await app.has.segment({ project, constraints: inSegment('start') });
    const segments = [segment];
    const strategy = await app.has.strategy({ flag, project, environment, ...bodyOf(start), segments });
    const segmentNow = async (): Promise<string> =>
        (await app.get(`/api/admin/segments/${segment}`)).body.constraints[0].values[0];
    const editSegment = (value: string) =>
        app.put(`/api/admin/segments/${segment}`, { name, project, constraints: inSegment(value) });
    const at = `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies/${strategy.id}`;
    const now = async (): Promise<Values> => {
        const { title, parameters } = (await app.get(at)).body;
        return { title, rollout: parameters.rollout, groupId: parameters.groupId };
    };
    const third: Someone = await app.has.user({ projectRoles: { [project]: 'owner' } });
    const change = (values: Values) => ({
        feature: flag,
        action: 'updateStrategy',
        payload: { id: strategy.id, ...bodyOf(values), constraints: [], variants: [], segments },
    });
    return {
        ...fixture,
        people: [fixture.author, fixture.owner, fixture.other, third],
        at,
        now,
        change,
        bodyOf,
        segmentNow,
        editSegment,
    };
}

const inSegment = (value: string) => [{ contextName: 'userId', operator: 'IN', values: [value] }];

type Stage = Awaited<ReturnType<typeof stage>>;

/** Performs an act, whether or not it is allowed, and returns the expected content and approvals afterwards. */
async function perform(at: Stage, act: Act, request: Request | undefined): Promise<Request | undefined> {
    const { author, owner, move, propose, base } = at;
    switch (act.does) {
        case 'propose': {
            const values = Object.fromEntries(act.what.map((member) => [member, freshValue()]));
            const from = request?.base ?? (await at.now());
            const body = at.change({ ...from, ...values } as Values);
            const response = request
                ? await app.put(`${base}/${request.id}/changes/${request.change}`, body, author)
                : await propose(body, author);
            if (response.status !== 200) return request;
            const { id, features } = response.body;
            const [{ id: change }] = features[0].changes;
            const segment = await at.segmentNow();
            return { id, change, base: from, wanted: values, approvedBy: new Set(), author: author.id, segment };
        }
        case 'write': {
            const values = Object.fromEntries(act.what.map((member) => [member, freshValue()]));
            expect(await app.put(at.at, at.bodyOf({ ...(await at.now()), ...values }))).toMatchObject({ status: 200 });
            return request;
        }
        case 'approve': {
            const person = at.people[act.who]!;
            const response = request && (await move(request.id, 'Approved', person));
            if (response?.status === 200) request!.approvedBy.add(person.id);
            return request;
        }
        case 'resolve': {
            if (!request) return request;
            const current = await at.now();
            const path = `${base}/${request.id}/changes/${request.change}/resolve`;
            const response = await app.post(path, { take: act.take }, author);
            if (response.status !== 200) return request;
            const isTheirs = (member: Member) => act.take === 'theirs' && current[member] !== request.base[member];
            const left = MEMBERS.filter((member) => member in request.wanted && !isTheirs(member));
            const expected = Object.fromEntries(left.map((member) => [member, request.wanted[member]!]));
            const isEmpty = response.body.features.length === 0;
            if (isEmpty) await move(request.id, 'Cancelled', author);
            return isEmpty
                ? undefined
                : {
                      ...request,
                      base: current,
                      wanted: expected,
                      approvedBy: new Set(),
                      segment: await at.segmentNow(),
                  };
        }
        case 'edit segment':
            expect(await at.editSegment(freshValue())).toMatchObject({ status: 204 });
            return request;
        case 'schedule': {
            const scheduledAt = new Date(app.services.clock().getTime() + act.minutes * 60_000).toISOString();
            if (request) await move(request.id, 'Scheduled', owner, { scheduledAt });
            return request;
        }
        case 'wait':
            await app.services.schedules.recheck();
            app.passTime(act.minutes * 60_000);
            await app.services.dueWork.runDue();
            return request;
        default: {
            const state = { review: 'In review', apply: 'Applied', cancel: 'Cancelled' }[act.does];
            if (request) await move(request.id, state, act.does === 'apply' ? owner : author);
            return request;
        }
    }
}

test('in any order of actions, only content with enough approvals by others is applied', async () => {
    let applied = 0;
    await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
            const at = await stage();
            let request: Request | undefined;
            for (const act of acts) {
                const before = await at.now();
                request = await perform(at, act, request);
                const after = await at.now();
                const state = request && (await at.read(request.id, at.author)).body.state;
                if (state === 'Applied') {
                    const others = [...request!.approvedBy].filter((id) => id !== request!.author);
                    expect(others.length).toBeGreaterThanOrEqual(NEEDED);
                    expect(after).toEqual({ ...before, ...request!.wanted });
                    expect(await at.segmentNow()).toBe(request!.segment);
                    applied++;
                } else if (act.does !== 'write') {
                    expect(after).toEqual(before);
                }
                if (state === 'Applied' || state === 'Cancelled' || state === 'Rejected') request = undefined;
            }
        }),
        {
            numRuns: runs(6),
            endOnFailure: true,
            examples: [[PATH_TO_APPLIED]],
        },
    );
    expect(applied).toBeGreaterThan(0);
}, 240_000);

/** A sequence that succeeds, so that not all sequences are rejected. */
const PATH_TO_APPLIED: Act[] = [
    { does: 'propose', what: ['title', 'rollout'] },
    { does: 'review' },
    { does: 'approve', who: 0 },
    { does: 'approve', who: 1 },
    { does: 'apply' },
    { does: 'propose', what: ['rollout'] },
    { does: 'approve', who: 2 },
    { does: 'approve', who: 3 },
    { does: 'write', what: ['title'] },
    { does: 'schedule', minutes: 5 },
    { does: 'wait', minutes: 9 },
    { does: 'propose', what: ['title'] },
    { does: 'review' },
    { does: 'approve', who: 1 },
    { does: 'approve', who: 2 },
    { does: 'write', what: ['title'] },
    { does: 'apply' },
    { does: 'resolve', take: 'mine' },
    { does: 'apply' },
    { does: 'approve', who: 1 },
    { does: 'approve', who: 3 },
    { does: 'apply' },
    { does: 'propose', what: ['rollout'] },
    { does: 'review' },
    { does: 'approve', who: 1 },
    { does: 'approve', who: 2 },
    { does: 'edit segment' },
    { does: 'apply' },
    { does: 'resolve', take: 'mine' },
    { does: 'approve', who: 1 },
    { does: 'approve', who: 3 },
    { does: 'apply' },
];

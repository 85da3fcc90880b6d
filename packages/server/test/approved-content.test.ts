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
    const made = await protectedProject(app, { requiredApprovals: NEEDED });
    const { project, flag } = made;
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
        ...made,
        people: [made.author, made.owner, made.other, third],
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

/** Does it, whether or not it is allowed, and says what is known to be wanted and approved then. */
async function perform(at: Stage, one: Act, known: Request | undefined): Promise<Request | undefined> {
    const { author, owner, move, propose, base } = at;
    switch (one.does) {
        case 'propose': {
            const values = Object.fromEntries(one.what.map((member) => [member, freshValue()]));
            const from = known?.base ?? (await at.now());
            const body = at.change({ ...from, ...values } as Values);
            const answer = known
                ? await app.put(`${base}/${known.id}/changes/${known.change}`, body, author)
                : await propose(body, author);
            if (answer.status !== 200) return known;
            const { id, features } = answer.body;
            const [{ id: change }] = features[0].changes;
            const segment = await at.segmentNow();
            return { id, change, base: from, wanted: values, approvedBy: new Set(), author: author.id, segment };
        }
        case 'write': {
            const values = Object.fromEntries(one.what.map((member) => [member, freshValue()]));
            expect(await app.put(at.at, at.bodyOf({ ...(await at.now()), ...values }))).toMatchObject({ status: 200 });
            return known;
        }
        case 'approve': {
            const person = at.people[one.who]!;
            const answer = known && (await move(known.id, 'Approved', person));
            if (answer?.status === 200) known!.approvedBy.add(person.id);
            return known;
        }
        case 'resolve': {
            if (!known) return known;
            const current = await at.now();
            const path = `${base}/${known.id}/changes/${known.change}/resolve`;
            const answer = await app.post(path, { take: one.take }, author);
            if (answer.status !== 200) return known;
            const isTheirs = (member: Member) => one.take === 'theirs' && current[member] !== known.base[member];
            const left = MEMBERS.filter((member) => member in known.wanted && !isTheirs(member));
            const wanted = Object.fromEntries(left.map((member) => [member, known.wanted[member]!]));
            const isEmpty = answer.body.features.length === 0;
            if (isEmpty) await move(known.id, 'Cancelled', author);
            return isEmpty
                ? undefined
                : { ...known, base: current, wanted, approvedBy: new Set(), segment: await at.segmentNow() };
        }
        case 'edit segment':
            expect(await at.editSegment(freshValue())).toMatchObject({ status: 204 });
            return known;
        case 'schedule': {
            const scheduledAt = new Date(app.services.clock().getTime() + one.minutes * 60_000).toISOString();
            if (known) await move(known.id, 'Scheduled', owner, { scheduledAt });
            return known;
        }
        case 'wait':
            await app.services.schedules.recheck();
            app.passTime(one.minutes * 60_000);
            await app.services.schedules.runDue();
            return known;
        default: {
            const state = { review: 'In review', apply: 'Applied', cancel: 'Cancelled' }[one.does];
            if (known) await move(known.id, state, one.does === 'apply' ? owner : author);
            return known;
        }
    }
}

test('whatever people do in whichever order, nothing is applied but what enough others approved', async () => {
    let applied = 0;
    await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 25 }), async (acts) => {
            const at = await stage();
            let request: Request | undefined;
            for (const one of acts) {
                const before = await at.now();
                request = await perform(at, one, request);
                const after = await at.now();
                const state = request && (await at.read(request.id, at.author)).body.state;
                if (state === 'Applied') {
                    const others = [...request!.approvedBy].filter((id) => id !== request!.author);
                    expect(others.length).toBeGreaterThanOrEqual(NEEDED);
                    expect(after).toEqual({ ...before, ...request!.wanted });
                    expect(await at.segmentNow()).toBe(request!.segment);
                    applied++;
                } else if (one.does !== 'write') {
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

/** One that gets there, so that the others are not all refused. */
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

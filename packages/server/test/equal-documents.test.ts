import { expect, test } from 'vitest';
import { NewConstraint } from '../src/admin/catalogue/constraints/constraint.schemas.ts';
import { NewSegment } from '../src/admin/catalogue/segments/segment.schemas.ts';
import { NewStrategy } from '../src/admin/catalogue/strategy-rules/strategy.schemas.ts';
import { NewStrategyVariant, NewVariant } from '../src/admin/catalogue/strategy-rules/variant.schemas.ts';
import { requestsOf } from './support/change-requests.ts';
import { prepared, testApp } from './support/test-app.ts';

const {
    template,
    made: [first, second],
} = await prepared(async (fresh) => [await fresh.has.segment(), await fresh.has.segment()] as const);
const segmentNames = new Map([first, second].map(({ id, name }) => [id as number, name as string]));

const region = { contextName: 'region', operator: 'STR_CONTAINS', values: ['eu', 'us'] };
const user = { contextName: 'userId', operator: 'STR_CONTAINS', values: ['7'] };
const age = { contextName: 'age', operator: 'NUM_GT', value: '18' };
const constrained = (...constraints: object[]) => ({ constraints });

const red = {
    name: 'red',
    weight: 300,
    weightType: 'fix',
    stickiness: 'default',
    payload: { type: 'string', value: 'r' },
};
const blue = { name: 'blue', weight: 700, weightType: 'variable', stickiness: 'default' };
const varied = (...variants: object[]) => ({ variants });
const overrides = [
    { contextName: 'userId', values: ['1', '2'] },
    { contextName: 'region', values: ['eu'] },
];

interface Case {
    title: string;
    one: object;
    other: object;
    /** The member that differs: `strategy.title`. */
    member?: string;
    /** Parts of the service that do not compare the member, by design. */
    exceptFor?: string[];
    /** Parts of the service whose documents cannot differ in this way. */
    notPossibleIn?: string[];
}

const GUARD = 'approval guard';
const DEFAULT_STRATEGIES = 'note about default strategies';

const EQUAL_STRATEGIES: Case[] = [
    { title: 'inverted false', one: constrained(user), other: constrained({ ...user, inverted: false }) },
    { title: 'caseInsensitive false', one: constrained(user), other: constrained({ ...user, caseInsensitive: false }) },
    { title: 'disabled false', one: {}, other: { disabled: false } },
    { title: 'an empty title', one: {}, other: { title: '' } },
    { title: 'no constraints', one: {}, other: constrained() },
    {
        title: 'no values for an operator with one value',
        one: constrained(age),
        other: constrained({ ...age, values: [] }),
    },
    { title: 'another order of constraints', one: constrained(region, user), other: constrained(user, region) },
    {
        title: 'another order of values',
        one: constrained(region),
        other: constrained({ ...region, values: ['us', 'eu'] }),
    },
    {
        title: 'a repeated value',
        one: constrained(user),
        other: constrained({ ...user, values: ['7', '7'] }),
    },
    { title: 'another order of variants', one: varied(red, blue), other: varied(blue, red) },
    { title: 'another computed weight', one: varied(red, blue), other: varied(red, { ...blue, weight: 1 }) },
    {
        title: 'another order of segments',
        one: { segments: [first.id, second.id] },
        other: { segments: [second.id, first.id] },
    },
];

const DIFFERENT_STRATEGIES: Case[] = [
    {
        title: 'inverted true',
        member: 'constraint.inverted',
        one: constrained(user),
        other: constrained({ ...user, inverted: true }),
    },
    {
        title: 'caseInsensitive true',
        member: 'constraint.caseInsensitive',
        one: constrained(user),
        other: constrained({ ...user, caseInsensitive: true }),
    },
    { title: 'disabled true', member: 'strategy.disabled', one: {}, other: { disabled: true } },
    { title: 'a title', member: 'strategy.title', exceptFor: [GUARD], one: {}, other: { title: 'Some' } },
    {
        title: 'another value',
        member: 'constraint.value',
        one: constrained(age),
        other: constrained({ ...age, value: '19' }),
    },
    {
        title: 'another list of values',
        member: 'constraint.values',
        one: constrained(region),
        other: constrained({ ...region, values: ['eu'] }),
    },
    {
        title: 'one constraint more',
        member: 'strategy.constraints',
        one: constrained(region),
        other: constrained(region, user),
    },
    {
        title: 'values of another constraint',
        one: constrained(region, user),
        other: constrained({ ...region, values: ['7'] }, { ...user, values: ['eu', 'us'] }),
    },
    {
        title: 'another context field',
        member: 'constraint.contextName',
        one: constrained(user),
        other: constrained({ ...user, contextName: 'region' }),
    },
    {
        title: 'another operator',
        member: 'constraint.operator',
        one: constrained(user),
        other: constrained({ ...user, operator: 'STR_ENDS_WITH' }),
    },
    {
        title: 'another parameter',
        member: 'strategy.parameters',
        one: {},
        other: { parameters: { rollout: '20', stickiness: 'default', groupId: 'group' } },
    },
    {
        title: 'another type',
        member: 'strategy.name',
        one: {},
        other: { name: 'default' },
        notPossibleIn: [DEFAULT_STRATEGIES],
    },
    { title: 'a segment', member: 'strategy.segments', one: {}, other: { segments: [first.id] } },
    { title: 'variants', member: 'strategy.variants', one: {}, other: varied(red, blue) },
    {
        title: 'another name of a variant',
        member: 'strategyVariant.name',
        one: varied(red, blue),
        other: varied({ ...red, name: 'green' }, blue),
    },
    {
        title: 'another fixed weight',
        member: 'strategyVariant.weight',
        one: varied(red, blue),
        other: varied({ ...red, weight: 500 }, blue),
    },
    {
        title: 'a weight that is not fixed',
        member: 'strategyVariant.weightType',
        one: varied(red, blue),
        other: varied({ ...red, weightType: 'variable' }, blue),
    },
    {
        title: 'another stickiness',
        member: 'strategyVariant.stickiness',
        one: varied(red, blue),
        other: varied({ ...red, stickiness: 'userId' }, { ...blue, stickiness: 'userId' }),
    },
    {
        title: 'another payload',
        member: 'strategyVariant.payload',
        one: varied(red, blue),
        other: varied({ ...red, payload: { type: 'string', value: 'b' } }, blue),
    },
];

const EQUAL_VARIANTS: Case[] = [
    { title: 'another order', one: [red, blue], other: [blue, red] },
    { title: 'another computed weight', one: [red, blue], other: [red, { ...blue, weight: 1 }] },
    { title: 'no overrides', one: [red, blue], other: [red, { ...blue, overrides: [] }] },
    {
        title: 'another order of overrides and of their values',
        one: [red, { ...blue, overrides }],
        other: [red, { ...blue, overrides: [overrides[1], { contextName: 'userId', values: ['2', '1', '2'] }] }],
    },
];

const DIFFERENT_VARIANTS: Case[] = [
    { title: 'one variant less', one: [red, blue], other: [blue] },
    { title: 'another name', member: 'variant.name', one: [red, blue], other: [{ ...red, name: 'green' }, blue] },
    { title: 'another weight', member: 'variant.weight', one: [red, blue], other: [{ ...red, weight: 500 }, blue] },
    {
        title: 'a weight that is not fixed',
        member: 'variant.weightType',
        one: [red, blue],
        other: [{ ...red, weightType: 'variable' }, blue],
    },
    {
        title: 'another stickiness',
        member: 'variant.stickiness',
        one: [red, blue],
        other: [red, { ...blue, stickiness: 'userId' }],
    },
    {
        title: 'another payload',
        member: 'variant.payload',
        one: [red, blue],
        other: [{ ...red, payload: { type: 'csv', value: 'r' } }, blue],
    },
    { title: 'overrides', member: 'variant.overrides', one: [red, blue], other: [red, { ...blue, overrides }] },
];

const EQUAL_SEGMENTS: Case[] = [
    { title: 'another order of constraints', one: constrained(region, user), other: constrained(user, region) },
    {
        title: 'another order of values',
        one: constrained(region),
        other: constrained({ ...region, values: ['us', 'eu'] }),
    },
    { title: 'inverted false', one: constrained(user), other: constrained({ ...user, inverted: false }) },
];

const DIFFERENT_SEGMENTS: Case[] = [
    { title: 'another constraint', member: 'segment.constraints', one: constrained(user), other: constrained(region) },
    { title: 'inverted true', one: constrained(user), other: constrained({ ...user, inverted: true }) },
    // Names and descriptions need no approval, and publications do not contain descriptions.
    {
        title: 'another description',
        member: 'segment.description',
        one: { description: 'One' },
        other: { description: 'Other' },
        exceptFor: [GUARD, 'revert'],
    },
    { title: 'another name', member: 'segment.name', one: {}, other: { name: 'renamed' }, exceptFor: [GUARD] },
];

/** A service with a project whose changes of development need approval, except for those of the admin token, and its owner. */
async function createStage() {
    const service = await testApp({ until: 'file', template });
    const { id } = await service.has.project();
    await service.put(`/api/admin/projects/${id}/environments/development/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const owner = await service.has.user({ projectRoles: { [id]: 'owner' } });
    return { app: service, project: id as string, owner };
}

/** Each part has its own service: some parts read all flags of a project, and the test client compares all flags after a change. */
const stages = new Map<string, ReturnType<typeof createStage>>();

/** The service and the project of the current test. */
let { app, project, owner } = await createStage();

async function useStageOf(part: string): Promise<void> {
    const stage = stages.get(part) ?? createStage();
    stages.set(part, stage);
    ({ app, project, owner } = await stage);
}

/** Sends a change that may be one without an event, and returns whether it was made. */
async function put(path: string, body: object, author?: typeof owner): Promise<boolean> {
    const method = path.endsWith('/default-strategy') ? 'POST' : 'PUT';
    const { status, body: response } = await app.send(method, path, {
        headers: { 'content-type': 'application/json', ...author?.headers },
        rawBody: JSON.stringify(body),
        ...(author?.token !== undefined && { token: author.token }),
    });
    if (author && status === 403) expect(response.message).toContain('approv');
    else expect(status, JSON.stringify(response)).toBeLessThan(300);
    return status < 300;
}

/** A flag that is off, and its path. */
async function newFlag() {
    const { name: flag } = await app.has.flag({ project });
    return { flag: flag as string, at: `/api/admin/projects/${project}/features/${flag}/environments` };
}

const strategy = (content: object) => ({
    name: 'flexibleRollout',
    parameters: { rollout: '10', stickiness: 'default', groupId: 'group' },
    ...content,
});

/** A flag that is off, with one strategy in development and one in production. */
async function flagWith(development: object, production: object) {
    const made = await newFlag();
    const { flag, at } = made;
    const { id } = await app.has.strategy({ project, flag, environment: 'development', ...strategy(development) });
    await app.has.strategy({ project, flag, environment: 'production', ...strategy(production) });
    const change = (content: object, author?: typeof owner) =>
        put(
            `${at}/development/strategies/${id}`,
            { ...strategy({ disabled: false, title: null, segments: [] }), ...content },
            author,
        );
    return { ...made, id: id as string, change };
}

/** The same with variants. */
async function flagWithVariants(development: object, production: object) {
    const made = await newFlag();
    await put(`${made.at}/development/variants`, development);
    await put(`${made.at}/production/variants`, production);
    const change = (variants: object, author?: typeof owner) =>
        put(`${made.at}/development/variants`, variants, author);
    return { ...made, change };
}

type SegmentContent = { name?: string };

/** A segment of a project with a flag. Names of segments are unique, so the name of the content is a suffix. */
async function segmentWith(content: SegmentContent) {
    const { flag } = await newFlag();
    const complete = (each: SegmentContent) => ({
        project,
        constraints: [],
        ...each,
        name: `segment-of-${flag}${each.name ?? ''}`,
    });
    const { id } = (await app.has.segment(complete(content))) as { id: number };
    const change = (other: SegmentContent, author?: typeof owner) =>
        put(`/api/admin/segments/${id}`, complete(other), author);
    const use = () => app.has.strategy({ project, flag, ...strategy({ segments: [id] }) });
    return { id, complete, change, use };
}

type FileVariants = { weight?: number; weightType: string }[];
const toFile = (variants: FileVariants) =>
    variants.map(({ weight, weightType, ...rest }) => ({ ...rest, ...(weightType === 'fix' && { weight }) }));

async function isPlanned(documents: object): Promise<boolean> {
    const { body } = await app.post('/api/admin/gitops/plan', documents);
    expect(body.problems).toEqual([]);
    return body.planned.length > 0;
}

async function isCopied(flag: string): Promise<boolean> {
    const path = `/api/admin/projects/${project}/environments/production`;
    const { body } = await app.get(`${path}/differences?source=development`);
    const isDifferent = body.changes.some(({ name }: { name: string }) => name === flag);
    const { status } = await app.post(`${path}/copy`, { source: 'development', features: [flag] });
    expect(status).toBe(isDifferent ? 200 : 400);
    return status === 200;
}

async function isReverted(change: () => Promise<unknown>): Promise<boolean> {
    const to = String(await app.revision());
    await change();
    const { status, body } = await app.post(`/api/admin/projects/${project}/revert/preview`, { to });
    if (status !== 200) expect(body.message).toContain('There is nothing to revert');
    return status === 200;
}

/** Whether a change that is made after a proposal conflicts with it. */
async function isConflict(proposed: object, change: () => Promise<unknown>): Promise<boolean> {
    const { propose, read, move } = requestsOf(app, project);
    const request = await propose(proposed, owner, 'development');
    expect(request.status, JSON.stringify(request.body)).toBe(200);
    await change();
    const { body } = await read(request.body.id, owner);
    await move(request.body.id, 'Cancelled', owner);
    const [{ conflict }] = [
        ...body.features.flatMap(({ changes }: { changes: object[] }) => changes),
        ...body.segments,
    ];
    return conflict !== undefined;
}

/** Whether each part of the service regards two documents as different. */
type Parts = Record<string, (one: object, other: object) => Promise<boolean>>;

const STRATEGY_PARTS: Parts = {
    async 'GitOps plan'(one, other) {
        const { flag } = await flagWith(one, one);
        const { segments = [], variants = [], ...content } = other as { segments?: number[]; variants?: FileVariants };
        const inFile = {
            ...strategy(content),
            segments: segments.map((id) => segmentNames.get(id)),
            variants: toFile(variants),
        };
        return isPlanned({ flags: [{ flag, project, environments: { development: { strategies: [inFile] } } }] });
    },
    async 'environment copy'(one, other) {
        const { flag } = await flagWith(one, other);
        return isCopied(flag);
    },
    async [DEFAULT_STRATEGIES](one, other) {
        const path = `/api/admin/projects/${project}/environments`;
        await put(`${path}/development/default-strategy`, strategy(one));
        await put(`${path}/production/default-strategy`, strategy(other));
        const { body } = await app.get(`${path}/production/differences?source=development`);
        return body.notes.length > 0;
    },
    async revert(one, other) {
        const { change } = await flagWith(one, one);
        return isReverted(() => change(other));
    },
    async 'change-request merge'(one, other) {
        const { flag, change, id } = await flagWith(one, one);
        const removal = { feature: flag, action: 'deleteStrategy', payload: { id } };
        return isConflict(removal, () => change(other));
    },
    async [GUARD](one, other) {
        const { change } = await flagWith(one, one);
        return !(await change(other, owner));
    },
};

const VARIANT_PARTS: Parts = {
    async 'GitOps plan'(one, other) {
        const { flag } = await flagWithVariants(one, one);
        const environments = { development: { variants: toFile(other as FileVariants) } };
        return isPlanned({ flags: [{ flag, project, environments }] });
    },
    async 'environment copy'(one, other) {
        const { flag } = await flagWithVariants(one, other);
        return isCopied(flag);
    },
    async revert(one, other) {
        const { change } = await flagWithVariants(one, one);
        return isReverted(() => change(other));
    },
    async 'change-request merge'(one, other) {
        const { flag, change } = await flagWithVariants(one, one);
        const replacement = { feature: flag, action: 'patchVariant', payload: { variants: [] } };
        return isConflict(replacement, () => change(other));
    },
    async [GUARD](one, other) {
        const { change } = await flagWithVariants(one, one);
        return !(await change(other, owner));
    },
};

const SEGMENT_PARTS: Parts = {
    async 'GitOps plan'(one, other) {
        const { complete } = await segmentWith(one);
        const { name: segment, ...content } = complete(other);
        const { name: former } = complete(one);
        return isPlanned({ segments: [{ segment, ...content, ...(former !== segment && { moved: former }) }] });
    },
    async revert(one, other) {
        const { change } = await segmentWith(one);
        return isReverted(() => change(other));
    },
    async 'change-request merge'(one, other) {
        const { id, change } = await segmentWith(one);
        return isConflict({ action: 'deleteSegment', payload: { id } }, () => change(other));
    },
    async [GUARD](one, other) {
        const { change, use } = await segmentWith(one);
        await use();
        return !(await change(other, owner));
    },
};

const casesOf = (document: string, parts: Parts, equal: Case[], different: Case[]) =>
    Object.entries(parts).flatMap(([part, isDifferent]) =>
        [
            ...equal.map((each) => ({ ...each, detects: false })),
            ...different.map((each) => ({ ...each, detects: true })),
        ]
            .filter(({ notPossibleIn }) => !notPossibleIn?.includes(part))
            .map((each) => ({ ...each, detects: each.detects && !each.exceptFor?.includes(part) }))
            .map((each) => ({ document, part, isDifferent, ...each, expected: each.detects ? 'different' : 'equal' })),
    );

test.each([
    ...casesOf('strategies', STRATEGY_PARTS, EQUAL_STRATEGIES, DIFFERENT_STRATEGIES),
    ...casesOf('variants', VARIANT_PARTS, EQUAL_VARIANTS, DIFFERENT_VARIANTS),
    ...casesOf('segments', SEGMENT_PARTS, EQUAL_SEGMENTS, DIFFERENT_SEGMENTS),
])('$part: $document with $title are $expected', async ({ document, part, isDifferent, one, other, detects }) => {
    await useStageOf(`${document} ${part}`);
    expect(await isDifferent(one, other)).toBe(detects);
    expect(await isDifferent(other, one)).toBe(detects);
});

/** Members that say where a document is, and members that clients send back from responses. */
const NO_CONTENT = [
    'id',
    'sortOrder',
    'featureName',
    'project',
    'createdBy',
    'createdAt',
    'usedInFeatures',
    'usedInProjects',
];

test('every member of a document is changed by a case', () => {
    const documents = {
        strategy: NewStrategy,
        constraint: NewConstraint,
        strategyVariant: NewStrategyVariant,
        variant: NewVariant,
        segment: NewSegment,
    };
    const members = Object.entries(documents).flatMap(([document, { properties }]) =>
        Object.keys(properties)
            .filter((member) => !NO_CONTENT.includes(member))
            .map((member) => `${document}.${member}`),
    );
    const changed = [...DIFFERENT_STRATEGIES, ...DIFFERENT_VARIANTS, ...DIFFERENT_SEGMENTS].map(({ member }) => member);

    expect(members.filter((member) => !changed.includes(member))).toEqual([]);
});

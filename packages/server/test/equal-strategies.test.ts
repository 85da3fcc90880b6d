import { expect, test } from 'vitest';
import { requestsOf } from './support/change-requests.ts';
import { testApp } from './support/test-app.ts';

const app = await testApp({ until: 'file' });

const region = { contextName: 'region', operator: 'STR_CONTAINS', values: ['eu', 'us'] };
const user = { contextName: 'userId', operator: 'STR_CONTAINS', values: ['7'] };
const age = { contextName: 'age', operator: 'NUM_GT', value: '18' };
const constrained = (...constraints: object[]) => ({ constraints });

interface Case {
    title: string;
    one: object;
    other: object;
}

const EQUAL: Case[] = [
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
];

const DIFFERENT: Case[] = [
    { title: 'inverted true', one: constrained(user), other: constrained({ ...user, inverted: true }) },
    { title: 'caseInsensitive true', one: constrained(user), other: constrained({ ...user, caseInsensitive: true }) },
    { title: 'disabled true', one: {}, other: { disabled: true } },
    { title: 'a title', one: {}, other: { title: 'Some' } },
    { title: 'another value', one: constrained(age), other: constrained({ ...age, value: '19' }) },
    { title: 'another list of values', one: constrained(region), other: constrained({ ...region, values: ['eu'] }) },
    { title: 'one constraint more', one: constrained(region), other: constrained(region, user) },
    {
        title: 'values of another constraint',
        one: constrained(region, user),
        other: constrained({ ...region, values: ['7'] }, { ...user, values: ['eu', 'us'] }),
    },
];

/** A flag that is off, with one strategy in development and one in production. */
async function flagWith(development: object, production: object) {
    const { id: project } = await app.has.project();
    const { name: flag } = await app.has.flag({ project });
    const strategy = (content: object) => ({
        name: 'flexibleRollout',
        parameters: { rollout: '10', stickiness: 'default', groupId: 'group' },
        ...content,
    });
    const at = `/api/admin/projects/${project}/features/${flag}/environments`;
    const [first] = [
        await app.has.strategy({ project, flag, environment: 'development', ...strategy(development) }),
        await app.has.strategy({ project, flag, environment: 'production', ...strategy(production) }),
    ];
    const change = async (content: object) => {
        // Whether such an update is recorded is not the subject of this test.
        const { status } = await app.send('PUT', `${at}/development/strategies/${first.id}`, {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ ...strategy({ disabled: false, title: null }), ...content }),
        });
        expect(status).toBe(200);
    };
    return { project, flag, strategy, id: first.id as string, change };
}

/** Whether each part of the service regards two strategies as different. */
const PARTS: Record<string, (one: object, other: object) => Promise<boolean>> = {
    async 'GitOps plan'(one, other) {
        const { project, flag, strategy } = await flagWith(one, one);
        const environments = { development: { strategies: [strategy(other)] } };
        const { body } = await app.post('/api/admin/gitops/plan', { flags: [{ flag, project, environments }] });
        expect(body.problems).toEqual([]);
        return body.planned.length > 0;
    },
    async 'environment copy'(one, other) {
        const { project } = await flagWith(one, other);
        const path = `/api/admin/projects/${project}/environments/production`;
        const { body } = await app.get(`${path}/differences?source=development`);
        const { status } = await app.post(`${path}/copy`, { source: 'development' });
        expect(status).toBe(body.changes.length > 0 ? 200 : 400);
        return status === 200;
    },
    async revert(one, other) {
        const { project, change } = await flagWith(one, one);
        const to = String(await app.revision());
        await change(other);
        const { status, body } = await app.post(`/api/admin/projects/${project}/revert/preview`, { to });
        if (status !== 200) expect(body.message).toContain('There is nothing to revert');
        return status === 200;
    },
    async 'change-request merge'(one, other) {
        const { project, flag, change, id } = await flagWith(one, one);
        const { propose, read } = requestsOf(app, project);
        await app.put(`/api/admin/projects/${project}/environments/development/change-requests/config`, {
            changeRequestsEnabled: true,
            requiredApprovals: 1,
        });
        const author = await app.has.user({ projectRoles: { [project]: 'member' } });
        const removal = { feature: flag, action: 'deleteStrategy', payload: { id } };
        const request = await propose(removal, author, 'development');
        expect(request.status).toBe(200);
        await change(other);
        const { body } = await read(request.body.id, author);
        return body.features[0].changes[0].conflict !== undefined;
    },
};

test.each(
    Object.keys(PARTS).flatMap((part) => [
        ...EQUAL.map((each) => ({ part, ...each, expected: 'equal' })),
        ...DIFFERENT.map((each) => ({ part, ...each, expected: 'different' })),
    ]),
)('$part: strategies with $title are $expected', async ({ part, one, other, expected }) => {
    const isDifferent = PARTS[part]!;

    expect(await isDifferent(one, other)).toBe(expected === 'different');
    expect(await isDifferent(other, one)).toBe(expected === 'different');
});

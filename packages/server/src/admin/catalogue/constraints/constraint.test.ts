import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.post('/api/admin/context', { name: 'tier', legalValues: [{ value: 'gold' }] });
});

const validate = (constraint: unknown) => app.post('/api/admin/constraints/validate', constraint);

// This test must be the first one: schemas are compiled on first use, and this order once failed.
test('a constraint schema that was used in a strategy also works for a single constraint', async () => {
    const constraint = { contextName: 'a', operator: 'IN', values: ['x'] };
    const { name: flag } = await app.has.flag();

    await app.has.strategy({ flag, constraints: [constraint] });

    expect(await validate(constraint)).toMatchObject({ status: 204 });
});

test.each([
    ['IN', { values: ['1'] }],
    ['NOT_IN', { values: ['1'] }],
    ['STR_ENDS_WITH', { values: ['a'], caseInsensitive: true }],
    ['STR_STARTS_WITH', { values: ['a'] }],
    ['STR_CONTAINS', { values: ['a'], inverted: true }],
    ['NUM_EQ', { value: '-1.5' }],
    ['NUM_GT', { value: '1' }],
    ['NUM_GTE', { value: '1' }],
    ['NUM_LT', { value: '1' }],
    ['NUM_LTE', { value: '1' }],
    ['DATE_AFTER', { value: '2024-01-01T00:00:00Z' }],
    ['DATE_BEFORE', { value: '2024-01-01' }],
    ['SEMVER_EQ', { value: '1.2.3' }],
    ['SEMVER_GT', { value: '1.2.3-beta.1' }],
    ['SEMVER_LT', { value: '1.2.3' }],
])('a constraint with %s is valid', async (operator, rest) => {
    expect(await validate({ contextName: 'a', operator, ...rest })).toMatchObject({ status: 204 });
});

test.each([
    ['an unknown operator', { contextName: 'a', operator: 'LIKE' }, '/body/operator'],
    ['no operator', { contextName: 'a', values: ['x'] }, '/body/operator'],
    ['no context field', { operator: 'IN', values: ['x'] }, '/body/contextName'],
    ['no values', { contextName: 'a', operator: 'IN' }, '/body'],
    ['a number that is none', { contextName: 'a', operator: 'NUM_EQ', value: 'x' }, '/body'],
    ['an illegal value', { contextName: 'tier', operator: 'IN', values: ['lead'] }, '/body'],
])('a constraint with %s is invalid, and the response names the path', async (_what, constraint, path) => {
    expect(await validate(constraint)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path }] },
    });
});

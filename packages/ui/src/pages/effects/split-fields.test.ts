import { expect, test } from 'vitest';
import { splitFields } from './split-fields.ts';

const asking = (...fields: string[]) => ({
    payload: { constraints: fields.map((contextName) => ({ contextName, operator: 'IN', values: [] })) },
});

test('affected users are split by at most three fields, first by those used in constraints', () => {
    expect(splitFields([asking('country')], ['plan', 'country', 'region', 'tier'])).toEqual([
        'country',
        'plan',
        'region',
    ]);
});

test('fields with a distinct value for every user are not counted', () => {
    expect(splitFields([asking('userId', ''), { payload: [] }, {}], ['sessionId', 'appName', 'plan'])).toEqual([
        'plan',
    ]);
});

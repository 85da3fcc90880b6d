import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/projects/default/foreign-import';

const launchDarklyFlag = {
    on: true,
    salt: 's',
    variations: [true, false],
    offVariation: 1,
    fallthrough: { variation: 0 },
};
const inSegment = (key: string) => ({
    ...launchDarklyFlag,
    fallthrough: { variation: 1 },
    rules: [{ variation: 0, clauses: [{ attribute: '', op: 'segmentMatch', values: [key] }] }],
});
const flagsmithState = (name: string, more: object = {}) => ({
    feature: { id: 1, name, type: 'STANDARD' },
    enabled: true,
    feature_state_value: null,
    django_id: 1,
    ...more,
});
const flagsmith = (more: object) => ({
    api_key: 'key',
    name: 'Production',
    project: { segments: [] },
    feature_states: [flagsmithState('bad'), flagsmithState('good')],
    ...more,
});
const fliptFlag = (key: string, more: object = {}) => ({ key, type: 'BOOLEAN_FLAG_TYPE', enabled: true, ...more });
const flagdFlag = (targeting: object) => ({
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting,
});
const fromEvaluator = (name: string) => flagdFlag({ if: [{ $ref: name }, 'on', 'off'] });

/** Documents with a flag `good` and a flag `bad`, which is malformed in a different place each. */
const DOCUMENTS: [problem: string, source: string, document: unknown, reason: string][] = [
    [
        'a member of a flag of Microsoft has another type',
        'microsoft',
        {
            feature_management: {
                feature_flags: [
                    { id: 'bad', enabled: 'yes' },
                    { id: 'good', enabled: true },
                ],
            },
        },
        'feature_management.feature_flags[0].enabled is not true or false',
    ],
    [
        'a filter of Microsoft has an invalid time',
        'microsoft',
        {
            feature_management: {
                feature_flags: [
                    { id: 'good', enabled: true },
                    {
                        id: 'bad',
                        enabled: true,
                        conditions: {
                            client_filters: [{ name: 'Microsoft.TimeWindow', parameters: { Start: 'soon' } }],
                        },
                    },
                ],
            },
        },
        'Start is not a time',
    ],
    [
        'the variations of a LaunchDarkly flag are not a list',
        'launchdarkly',
        { flags: { bad: { ...launchDarklyFlag, variations: 7 }, good: launchDarklyFlag } },
        'flags.bad.variations is not a list',
    ],
    [
        'a LaunchDarkly flag uses a malformed segment',
        'launchdarkly',
        {
            flags: { bad: inSegment('s1'), good: inSegment('s2') },
            segments: { s1: { rules: 7 }, s2: { rules: [{ clauses: [] }] } },
        },
        'segments.s1.rules is not a list',
    ],
    [
        'a Flagsmith state has another type',
        'flagsmith',
        flagsmith({ feature_states: [flagsmithState('bad', { enabled: 'yes' }), flagsmithState('good')] }),
        'feature_states[0].enabled is not true or false',
    ],
    [
        'a Flagsmith segment with an override is malformed',
        'flagsmith',
        flagsmith({
            project: { segments: [{ id: 1, name: 's', rules: 7, feature_states: [flagsmithState('bad')] }] },
        }),
        'project.segments[0].rules is not a list',
    ],
    [
        'a Flagsmith identity override has no identifier',
        'flagsmith',
        flagsmith({ identity_overrides: [{ identity_features: [flagsmithState('bad')] }] }),
        'identity_overrides[0].identifier is missing',
    ],
    [
        'a GrowthBook rule is malformed',
        'growthbook',
        {
            features: {
                bad: { defaultValue: false, rules: [{ force: true, coverage: 'all' }] },
                good: { defaultValue: true },
            },
        },
        'features.bad.rules[0].coverage is not a number',
    ],
    [
        'a GrowthBook condition refers to a malformed group',
        'growthbook',
        {
            features: {
                bad: { defaultValue: false, rules: [{ force: true, condition: { id: { $inGroup: 'g' } } }] },
                good: { defaultValue: true },
            },
            savedGroups: { g: 7 },
        },
        'savedGroups.g is not a list',
    ],
    ['a Flipt flag has no key', 'flipt', { flags: [{ enabled: true }, fliptFlag('good')] }, 'flags[0].key is missing'],
    [
        'a Flipt flag uses a malformed segment',
        'flipt',
        {
            flags: [fliptFlag('bad', { rollouts: [{ segment: { key: 's', value: true } }] }), fliptFlag('good')],
            segments: [{ key: 's', constraints: 7 }],
        },
        'segments[0].constraints is not a list',
    ],
    [
        'a ConfigCat setting has no value',
        'configcat',
        { f: { bad: { t: 0, v: {} }, good: { t: 0, v: { b: true } } } },
        'f.bad.v has no value',
    ],
    [
        'a flagd flag has no variants',
        'flagd',
        { flags: { bad: { state: 'ENABLED' }, good: flagdFlag({ if: [true, 'on', 'off'] }) } },
        'flags.bad has no "variants"',
    ],
    [
        'a flagd flag uses an evaluator that refers to itself, and another flag a part of it',
        'flagd',
        {
            flags: { bad: fromEvaluator('ring'), good: fromEvaluator('plain') },
            $evaluators: {
                ring: { and: [{ $ref: 'plain' }, { $ref: 'inner' }] },
                inner: { or: [{ $ref: 'plain' }, { $ref: 'ring' }] },
                plain: { '==': [{ var: 'plan' }, 'pro'] },
            },
        },
        'refer to themselves',
    ],
    [
        'a GO Feature Flag flag has no variations',
        'gofeatureflag',
        {
            bad: { defaultRule: { variation: 'on' } },
            good: { variations: { on: true, off: false }, defaultRule: { variation: 'on' } },
        },
        'bad has no "variations"',
    ],
];

test.each(DOCUMENTS)(
    '%s: it is reported and left out, and the other flags are imported',
    async (_, source, document, reason) => {
        const app = await testApp();
        const input = { source, document, environments: { '*': 'development' } };

        const preview = await app.post(`${PATH}/rehearsal`, input, { changesNothing: true });
        expect(preview.status, JSON.stringify(preview.body)).toBe(200);
        expect(preview.body.leftOut).toMatchObject([{ reason: expect.stringContaining(reason) }]);
        expect(['bad', 'flags[0]']).toContain(preview.body.leftOut[0].name);
        const imported = await app.post(PATH, { ...input, accept: ['*'] });
        expect(imported.body.leftOut).toEqual(preview.body.leftOut);

        expect(await app.get('/api/admin/projects/default/features/good')).toMatchObject({ status: 200 });
        expect(await app.get('/api/admin/projects/default/features/bad')).toMatchObject({ status: 404 });
        expect(await app.post(`${PATH}/contents`, { source, document }, { changesNothing: true })).toMatchObject({
            body: { flags: 2 },
        });
    },
);

describe('a LaunchDarkly flag that is malformed in one environment', () => {
    const state = { on: true, salt: 's', fallthrough: { variation: 0 }, offVariation: 1 };
    const item = (key: string, environments: object) => ({
        key,
        variations: [
            { _id: '1', value: true },
            { _id: '2', value: false },
        ],
        environments,
    });
    const document = {
        items: [item('bad', { live: state, test: { ...state, rules: 7 } }), item('good', { live: state, test: state })],
    };

    test('is left out of imports of that environment only', async () => {
        const app = await testApp();
        const preview = async (environment: string) => {
            const environments = { [environment]: 'development' };
            const input = { source: 'launchdarkly', document, environments };
            const { body } = await app.post(`${PATH}/rehearsal`, input, { changesNothing: true });
            return { flags: body.flags.map(({ name }: { name: string }) => name), leftOut: body.leftOut };
        };

        expect(await preview('live')).toEqual({ flags: ['bad', 'good'], leftOut: [] });
        expect(await preview('test')).toEqual({
            flags: ['good'],
            leftOut: [
                expect.objectContaining({ name: 'bad', reason: 'items[0].environments.test.rules is not a list' }),
            ],
        });
    });
});

test.each([
    ['all flags are malformed', 'flagd', { flags: { a: { on: true }, b: {} } }, 'flags.a has no "variants"'],
    [
        'a Flagsmith override does not name its flag, so that any flag could be affected',
        'flagsmith',
        flagsmith({ identity_overrides: [{ identifier: 'alice', identity_features: [{ enabled: false }] }] }),
        'identity_overrides[0].identity_features[0].feature.name is missing',
    ],
])('%s: the document is rejected', async (_, source, document, message) => {
    const app = await testApp();

    const response = await app.post(
        PATH,
        { source, document, environments: { '*': 'development' } },
        { changesNothing: true },
    );

    expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
});

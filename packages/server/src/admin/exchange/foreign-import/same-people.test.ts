import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchDarklyShare } from '../../../../test/support/launchdarkly.ts';
import { startSdk } from '../../../../test/support/sdk.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { testEdge } from '../../../../test/support/test-edge.ts';

/** The buckets of these users for the flag `f` by product; for Flipt those of boolean flags. */
const PEOPLE = ['alice', 'bob', 'user-1', 'user-42', 'a1b2c3'];

/** For each product with published buckets, a flag with a percentage rollout, and the included users. */
const SHARES = {
    // 3, 9, 83, 38 and 96 of 100.
    flipt: {
        document: {
            flags: [
                {
                    key: 'f',
                    name: 'F',
                    type: 'BOOLEAN_FLAG_TYPE',
                    enabled: false,
                    rollouts: [{ threshold: { percentage: 38, value: true } }],
                },
            ],
        },
        included: ['alice', 'bob'],
        place: 'Flipt places userId "alice" at 3,',
    },
    // 45219, 7256, 44256, 76183 and 27889 of 100000.
    gofeatureflag: {
        document: {
            f: { variations: { yes: true, no: false }, defaultRule: { percentage: { yes: 45, no: 55 } } },
        },
        included: ['bob', 'user-1', 'a1b2c3'],
        place: 'GO Feature Flag places userId "alice" at 45219,',
    },
    // 0.763260, 0.715546, 0.736426, 0.104487 and 0.043904.
    launchdarkly: {
        document: { flags: { f: launchDarklyShare(72_000) } },
        included: ['bob', 'user-42', 'a1b2c3'],
        place: 'LaunchDarkly places userId "alice" at 0.76',
    },
};

describe.each(Object.entries(SHARES))('users in a rollout of %s', (source, { document, included, place }) => {
    let app: TestApp;
    let page: string;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.post('/api/admin/projects/default/foreign-import', {
            source,
            document,
            environments: { '*': 'development' },
            percentages: 'people',
        });
        page = (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
    });
    afterAll(() => app.delete('/api/admin/projects/default/features/f'));

    const whoGets = async (isOn: (userId: string) => Promise<boolean>) => {
        const found: string[] = [];
        for (const userId of PEOPLE) if (await isOn(userId)) found.push(userId);
        return found;
    };

    test('get the flag from the frontend API and OFREP', async () => {
        expect(
            await whoGets(async (userId) => {
                const { body } = await app.get(`/api/frontend?userId=${userId}`, { token: page });
                return body.toggles.length === 1;
            }),
        ).toEqual(included);
        expect(
            await whoGets(async (targetingKey) => {
                const asked = { context: { targetingKey } };
                const { body } = await app.post('/ofrep/v1/evaluate/flags/f', asked, {
                    token: CLIENT_TOKEN,
                    changesNothing: true,
                });
                return body.value;
            }),
        ).toEqual(included);
    });

    test('get the flag from an edge', async () => {
        const edge = await testEdge(app.url);

        expect(
            await whoGets(async (userId) => {
                const { body } = await edge.get(`/api/frontend?userId=${userId}`, page);
                return body.toggles.length === 1;
            }),
        ).toEqual(included);
    });

    test('have an explanation with the bucket of the product', async () => {
        const { body } = await app.post(
            '/api/admin/playground',
            { environment: 'development', projects: ['default'], context: { appName: 'test', userId: 'alice' } },
            { changesNothing: true },
        );

        expect(JSON.stringify(body.features)).toContain(JSON.stringify(place).slice(1, -1));
    });

    test('do not get the flag in an SDK that evaluates locally, which strategy and type document', async () => {
        const sdk = await startSdk(app.url);

        expect(PEOPLE.filter((userId) => sdk.isEnabled('f', { userId }))).toEqual([]);
        const { body } = await app.get('/api/admin/strategies/importedRollout');
        expect(body.description).toContain('SDKs evaluate it to false');
    });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { startSdk } from '../support/sdk.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { beginHistory, history } from './histories.ts';

const USERS = ['1', '2', '3'];
const REGIONS = ['eu', 'us'];
const FLAGS = ['f1', 'f2', 'f3', 'f4'];

interface Context {
    userId: string;
    region: string;
}
const CONTEXTS: Context[] = USERS.flatMap((userId) => REGIONS.map((region) => ({ userId, region })));

/** For each context the enabled flags, with the names of their variants. */
type Answers = Record<string, string>[];

async function frontendResults(app: TestApp, token: string): Promise<Answers> {
    return Promise.all(
        CONTEXTS.map(async ({ userId, region }) => {
            const { body } = await app.send('GET', `/api/frontend?userId=${userId}&properties[region]=${region}`, {
                token,
            });
            return Object.fromEntries(
                body.toggles.map(({ name, variant }: { name: string; variant: { name: string } }) => [
                    name,
                    variant.name,
                ]),
            );
        }),
    );
}

async function sdkResults(app: TestApp): Promise<Answers> {
    const sdk = await startSdk(app.url, { refreshInterval: 600_000 });
    // The SDK uses the clock of the machine; the clock of the service has been moved.
    const currentTime = app.services.clock();
    const responses = CONTEXTS.map(({ userId, region }) => {
        const context = { userId, currentTime, properties: { region } };
        return Object.fromEntries(
            FLAGS.filter((name) => sdk.isEnabled(name, context)).map((name) => [
                name,
                sdk.getVariant(name, context).name,
            ]),
        );
    });
    sdk.destroy();
    return responses;
}

async function playgroundResults(app: TestApp, options: { asOf?: string; currentTime?: string } = {}) {
    const { asOf, currentTime } = options;
    const { body, status } = await app.post('/api/admin/playground/advanced', {
        environments: ['development'],
        context: {
            appName: 'history',
            userId: USERS.join(),
            region: REGIONS.join(),
            ...(currentTime !== undefined && { currentTime }),
        },
        ...(asOf !== undefined && { asOf }),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
function answersIn({ features }: any): Answers {
    return CONTEXTS.map((_, index) =>
        Object.fromEntries(
            features
                // biome-ignore lint/suspicious/noExplicitAny: the body of a response
                .map(({ environments }: any) => environments.development[index])
                // biome-ignore lint/suspicious/noExplicitAny: the body of a response
                .flatMap((entry: any) => (entry?.isEnabled ? [[entry.name, entry.variant.name]] : [])),
        ),
    );
}

test('playground, frontend API and SDK agree, now and at every past revision', {
    timeout: 120_000,
}, async () => {
    await fc.assert(
        fc.asyncProperty(history({ minLength: 10, maxLength: 16 }), async (steps) => {
            const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
            const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
            const { take } = await beginHistory(app);
            const recorded = [];
            for (const step of steps) {
                await take(step);
                const at = app.services.clock().toISOString();
                const explained = await playgroundResults(app, { currentTime: at });
                const responses = await frontendResults(app, token);
                expect(answersIn(explained)).toEqual(responses);
                expect(await sdkResults(app)).toEqual(responses);
                recorded.push({ revision: await app.revision(), at, answers: responses, explained });
            }

            for (const [index, { revision, at, answers, explained }] of recorded.entries()) {
                // A rejected step creates no revision: the previous revision has the time of an earlier hour.
                if (revision !== recorded[index - 1]?.revision) {
                    expect(answersIn(await playgroundResults(app, { asOf: String(revision) }))).toEqual(answers);
                }
                expect(answersIn(await playgroundResults(app, { asOf: at }))).toEqual(answers);
                const again = await playgroundResults(app, { asOf: at, currentTime: at });
                expect(again.asOf).toEqual({ revision, at });
                expect(again.features).toEqual(explained.features);
            }
            await app.close();
        }),
        { numRuns: runs(3), endOnFailure: true },
    );
});

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

/** For each context the flags that are on, with the names of their variants. */
type Answers = Record<string, string>[];

async function frontendSays(app: TestApp, token: string): Promise<Answers> {
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

async function sdkSays(app: TestApp): Promise<Answers> {
    const sdk = await startSdk(app.url, { refreshInterval: 600_000 });
    // The clock of the SDK is that of the machine; the one of the service has been moved on.
    const currentTime = app.services.clock();
    const answers = CONTEXTS.map(({ userId, region }) => {
        const context = { userId, currentTime, properties: { region } };
        return Object.fromEntries(
            FLAGS.filter((name) => sdk.isEnabled(name, context)).map((name) => [
                name,
                sdk.getVariant(name, context).name,
            ]),
        );
    });
    sdk.destroy();
    return answers;
}

async function playgroundSays(app: TestApp, options: { asOf?: string; currentTime?: string } = {}) {
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

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
function answersIn({ features }: any): Answers {
    return CONTEXTS.map((_, place) =>
        Object.fromEntries(
            features
                // biome-ignore lint/suspicious/noExplicitAny: the body of an answer
                .map(({ environments }: any) => environments.development[place])
                // biome-ignore lint/suspicious/noExplicitAny: the body of an answer
                .flatMap((entry: any) => (entry?.isEnabled ? [[entry.name, entry.variant.name]] : [])),
        ),
    );
}

test('playground, frontend API and SDK agree, now and about every revision there was', {
    timeout: 120_000,
}, async () => {
    await fc.assert(
        fc.asyncProperty(history({ minLength: 10, maxLength: 16 }), async (steps) => {
            const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
            const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
            const { take } = await beginHistory(app);
            const seen = [];
            for (const step of steps) {
                await take(step);
                const at = app.services.clock().toISOString();
                const explained = await playgroundSays(app, { currentTime: at });
                const answers = await frontendSays(app, token);
                expect(answersIn(explained)).toEqual(answers);
                expect(await sdkSays(app)).toEqual(answers);
                seen.push({ revision: await app.revision(), at, answers, explained });
            }

            for (const [place, { revision, at, answers, explained }] of seen.entries()) {
                // A step that was refused made no revision: that of the one before has the clock of an earlier hour.
                if (revision !== seen[place - 1]?.revision) {
                    expect(answersIn(await playgroundSays(app, { asOf: String(revision) }))).toEqual(answers);
                }
                expect(answersIn(await playgroundSays(app, { asOf: at }))).toEqual(answers);
                const again = await playgroundSays(app, { asOf: at, currentTime: at });
                expect(again.asOf).toEqual({ revision, at });
                expect(again.features).toEqual(explained.features);
            }
            await app.close();
        }),
        { numRuns: runs(3), endOnFailure: true },
    );
});

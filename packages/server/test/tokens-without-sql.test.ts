import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from './support/databases.ts';
import { watchStatements, withoutBackgroundWork } from './support/statements.ts';
import { ADMIN_TOKEN, type TestApp, testApp } from './support/test-app.ts';

const TOKENS = 1_000;
const AT_ONCE = 50;

const secrets = (kind: string) =>
    Array.from({ length: TOKENS }, (_, index) => `*:development.${kind}-token-of-test-${index}`);
const CLIENTS = secrets('client');
const FRONTENDS = secrets('frontend');
const metrics = {
    appName: 'shop',
    bucket: { start: '2026-01-01T00:00:00Z', stop: '2026-01-01T00:01:00Z', toggles: { live: { yes: 1, no: 0 } } },
};
const registration = { appName: 'shop', strategies: ['default'], started: '2026-01-01T00:00:00Z', interval: 60 };

type Endpoint = [method: string, path: string, body?: unknown];

/** All endpoints that SDKs of an API call repeatedly. */
const APIS: { api: string; tokens: readonly string[]; endpoints: Endpoint[] }[] = [
    {
        api: 'the client API',
        tokens: CLIENTS,
        endpoints: [
            ['GET', '/api/client/features'],
            ['GET', '/api/client/features/live'],
            ['GET', '/api/client/delta'],
            ['POST', '/api/client/register', registration],
            ['POST', '/api/client/metrics', metrics],
        ],
    },
    {
        api: 'the frontend API',
        tokens: FRONTENDS,
        endpoints: [
            ['GET', '/api/frontend?userId=7'],
            ['POST', '/api/frontend', { context: { userId: '7' } }],
            ['POST', '/api/frontend/client/metrics', metrics],
        ],
    },
    {
        api: 'OFREP',
        tokens: FRONTENDS,
        endpoints: [
            ['POST', '/ofrep/v1/evaluate/flags/live', { context: { targetingKey: '7' } }],
            ['POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey: '7' } }],
        ],
    },
];

/** Sends one request with every token to each endpoint, and returns the failures. */
async function knock(app: TestApp, { tokens, endpoints: doors }: (typeof APIS)[number]): Promise<string[]> {
    const closed: string[] = [];
    async function knockWith(token: string, [method, path, body]: Endpoint): Promise<void> {
        const headers = { 'content-type': 'application/json' };
        const request = body === undefined ? {} : { rawBody: JSON.stringify(body), headers };
        const { status } = await app.send(method, path, { token, ...request });
        if (status >= 300) closed.push(`${method} ${path} with ${token}: ${status}`);
    }
    for (let start = 0; start < tokens.length; start += AT_ONCE) {
        const some = tokens.slice(start, start + AT_ONCE);
        await Promise.all(some.map((token, index) => knockWith(token, doors[index % doors.length]!)));
    }
    return closed;
}

/** Reports are appended to a journal before they are acknowledged, many with one commit. */
const isJournal = (statement: string) => /^(begin|commit)\b|^insert into "report_journal"/i.test(statement);

test('1,000 requests by 1,000 different tokens need no SQL except for the report journal on the client API, the frontend API and OFREP', async () => {
    withoutBackgroundWork();
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const app = await testApp({
        database,
        environment: {
            INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
            INIT_BACKEND_API_TOKENS: CLIENTS.join(','),
            INIT_FRONTEND_API_TOKENS: FRONTENDS.join(','),
            UNLEASH_API_TOKENS_LIMIT: '5000',
        },
    });
    await app.has.flag({ name: 'live', enabled: true });
    const statements = watchStatements();

    await app.send('GET', '/api/admin/segments');
    expect(statements.executed(), 'the measure must see SQL where there is some').not.toEqual([]);

    for (const each of APIS) {
        expect(await knock(app, each)).toEqual([]);
        const executed = statements.executed();
        expect(
            executed.filter((statement) => !isJournal(statement)),
            each.api,
        ).toEqual([]);
        const reports = each.endpoints.filter(([, path]) => /metrics$|register$/.test(path)).length;
        const appends = executed.filter((statement) => statement.startsWith('insert'));
        // Fifty requests are sent at a time, and concurrent reports share an append.
        expect(appends.length, each.api).toBeLessThanOrEqual((reports / each.endpoints.length) * (TOKENS / 2));
    }

    expect((await app.send('GET', '/api/client/features', { token: '*:development.not-a-token' })).status).toBe(401);
    expect(statements.executed(), 'tokens that do not exist cost none either').toEqual([]);
});

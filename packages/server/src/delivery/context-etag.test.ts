import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../test/support/test-app.ts';
import { PreparedResponses } from './prepared-responses.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    token = (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
    await app.has.flag({ name: 'on', enabled: true });
    await flagWith('half', { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default' } });
    await flagWith('pro', { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const isPatient = { contextName: 'plan', operator: 'IN', values: ['patient'] };
    const isSoon = { contextName: 'currentTime', operator: 'DATE_AFTER', value: soon };
    await flagWith('soon', { constraints: [isPatient, isSoon] });
    const isReckless = { contextName: 'plan', operator: 'IN', values: ['reckless'] };
    const random = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'random' } };
    await flagWith('random', { ...random, constraints: [isReckless] });
});

afterEach(() => void vi.restoreAllMocks());

async function flagWith(name: string, strategy: object) {
    await app.has.flag({ name });
    await app.has.strategy({ flag: name, ...strategy });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/on`);
}

type ContextFields = Record<string, string>;

const ENDPOINTS = {
    'GET /api/frontend': (context: ContextFields, headers: ContextFields) =>
        app.get(`/api/frontend?${new URLSearchParams(context)}`, { token, headers }),
    'POST /api/frontend': (context: ContextFields, headers: ContextFields) =>
        app.post('/api/frontend', { context }, { token, headers }),
    'POST /ofrep/v1/evaluate/flags': ({ userId, ...context }: ContextFields, headers: ContextFields) =>
        app.post(
            '/ofrep/v1/evaluate/flags',
            { context: { ...context, ...(userId && { targetingKey: userId }) } },
            { token, headers },
        ),
};

describe.each(Object.entries(ENDPOINTS))('%s', (_, send) => {
    const first = async (context: ContextFields) => {
        const { headers, body } = await send(context, {});
        return { known: { 'if-none-match': headers.get('etag')! }, body };
    };

    test.each([
        [{ userId: '7' }, {}],
        [{ userId: '7', plan: 'pro' }, { colour: 'not used by any flag' }],
        [{ sessionId: 's' }, {}],
        // The user id takes precedence over the session id, which the first request did not contain.
        [{ userId: '7', plan: 'free' }, { sessionId: 'another' }],
    ])('a repeated request for %j gets 304 without an evaluation', async (context, more) => {
        const { known } = await first(context);
        const decide = vi.spyOn(PreparedResponses.prototype, 'decide');

        const { status, body, headers } = await send({ ...context, ...more }, known);

        expect([status, body]).toEqual([304, '']);
        expect(headers.get('etag')).toBe(known['if-none-match']);
        expect(decide).not.toHaveBeenCalled();
    });

    test('every 304 is for an identical response', async () => {
        const contexts = ['1', '2', '3'].flatMap((userId): ContextFields[] => [
            { userId },
            { userId, plan: 'pro' },
            { sessionId: userId },
            { userId: '', sessionId: userId, plan: 'pro' },
        ]);
        const statuses = new Set<number>();
        for (const firstContext of contexts) {
            const { known, body } = await first(firstContext);
            for (const secondContext of contexts) {
                const { status } = await send(secondContext, known);
                statuses.add(status);
                if (status === 304) expect((await send(secondContext, {})).body).toEqual(body);
            }
        }
        expect(statuses).toEqual(new Set([200, 304]));
    });

    test('a change produces a new tag', async () => {
        const { known } = await first({ userId: '7' });
        await app.post('/api/admin/projects/default/features/on/environments/development/off');
        expect((await send({ userId: '7' }, known)).status).toBe(200);
        await app.post('/api/admin/projects/default/features/on/environments/development/on');
    });

    test('decisions that depend on time or chance are made each time', async () => {
        for (const plan of ['patient', 'reckless']) {
            const { known } = await first({ userId: '7', plan });
            const decide = vi.spyOn(PreparedResponses.prototype, 'decide');
            await send({ userId: '7', plan }, known);
            expect(decide).toHaveBeenCalledTimes(1);
            decide.mockRestore();
        }
    });
});

test('a time constraint takes effect although nothing has changed', async () => {
    const send = ENDPOINTS['GET /api/frontend'];
    const context = { userId: '7', plan: 'patient' };
    const { headers, body } = await send(context, {});
    const known = { 'if-none-match': headers.get('etag')! };
    expect((await send(context, known)).status).toBe(304);

    app.passTime(2 * 3_600_000);

    const later = await send(context, known);
    expect(later.status).toBe(200);
    expect(later.body.toggles).toHaveLength(body.toggles.length + 1);
});

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../test/support/test-app.ts';
import { PreparedAnswers } from './prepared-answers.ts';

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

type Who = Record<string, string>;

const DOORS = {
    'GET /api/frontend': (who: Who, headers: Who) =>
        app.get(`/api/frontend?${new URLSearchParams(who)}`, { token, headers }),
    'POST /api/frontend': (who: Who, headers: Who) => app.post('/api/frontend', { context: who }, { token, headers }),
    'POST /ofrep/v1/evaluate/flags': ({ userId, ...who }: Who, headers: Who) =>
        app.post(
            '/ofrep/v1/evaluate/flags',
            { context: { ...who, ...(userId && { targetingKey: userId }) } },
            { token, headers },
        ),
};

describe.each(Object.entries(DOORS))('%s', (_, ask) => {
    const first = async (who: Who) => {
        const { headers, body } = await ask(who, {});
        return { known: { 'if-none-match': headers.get('etag')! }, body };
    };

    test.each([
        [{ userId: '7' }, {}],
        [{ userId: '7', plan: 'pro' }, { colour: 'nobody asks for it' }],
        [{ sessionId: 's' }, {}],
        // The user id takes precedence; no session was given.
        [{ userId: '7', plan: 'free' }, { sessionId: 'another' }],
    ])('%j who asks again is told without evaluating', async (who, more) => {
        const { known } = await first(who);
        const decide = vi.spyOn(PreparedAnswers.prototype, 'decide');

        const { status, body, headers } = await ask({ ...who, ...more }, known);

        expect([status, body]).toEqual([304, '']);
        expect(headers.get('etag')).toBe(known['if-none-match']);
        expect(decide).not.toHaveBeenCalled();
    });

    test('every 304 is for an identical response', async () => {
        const people = ['1', '2', '3'].flatMap((userId): Who[] => [
            { userId },
            { userId, plan: 'pro' },
            { sessionId: userId },
            { userId: '', sessionId: userId, plan: 'pro' },
        ]);
        const told = new Set<number>();
        for (const one of people) {
            const { known, body } = await first(one);
            for (const other of people) {
                const { status } = await ask(other, known);
                told.add(status);
                if (status === 304) expect((await ask(other, {})).body).toEqual(body);
            }
        }
        expect(told).toEqual(new Set([200, 304]));
    });

    test('a change produces a new tag', async () => {
        const { known } = await first({ userId: '7' });
        await app.post('/api/admin/projects/default/features/on/environments/development/off');
        expect((await ask({ userId: '7' }, known)).status).toBe(200);
        await app.post('/api/admin/projects/default/features/on/environments/development/on');
    });

    test('decisions that depend on time or chance are made each time', async () => {
        for (const plan of ['patient', 'reckless']) {
            const { known } = await first({ userId: '7', plan });
            const decide = vi.spyOn(PreparedAnswers.prototype, 'decide');
            await ask({ userId: '7', plan }, known);
            expect(decide).toHaveBeenCalledTimes(1);
            decide.mockRestore();
        }
    });
});

test('a time constraint takes effect although nothing has changed', async () => {
    const ask = DOORS['GET /api/frontend'];
    const who = { userId: '7', plan: 'patient' };
    const { headers, body } = await ask(who, {});
    const known = { 'if-none-match': headers.get('etag')! };
    expect((await ask(who, known)).status).toBe(304);

    app.passTime(2 * 3_600_000);

    const later = await ask(who, known);
    expect(later.status).toBe(200);
    expect(later.body.toggles).toHaveLength(body.toggles.length + 1);
});

import { expect, test } from 'vitest';
import { createdExperiment, EXPERIMENTS, FLAG, variantsFlag, variantsOf } from '../../../../test/support/experiments.ts';
import { startSdk } from '../../../../test/support/sdk.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const users = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `user-${from + index}`);

async function start(options: Parameters<typeof variantsFlag>[1] = {}) {
    const app = await testApp();
    await variantsFlag(app, options);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const id = await createdExperiment(app);
    await app.post(`${EXPERIMENTS}/${id}/start`);
    const send = async (list: object[]) => {
        for (let first = 0; first < list.length; first += 1_000) {
            const outcomes = list.slice(first, first + 1_000);
            expect(await app.post('/api/client/outcomes', { outcomes }, { token })).toMatchObject({ status: 202 });
        }
        await app.services.reports.store();
    };
    const results = async () => (await app.get(`${EXPERIMENTS}/${id}/results`)).body;
    return { app, id, token, send, results };
}

async function armOfEach({ services }: TestApp, names: readonly string[]) {
    const rows = await services.db.selectFrom('assignments').select(['unit', 'arm']).execute();
    const arms = new Map(rows.map(({ unit, arm }) => [unit, arm]));
    return names.map((name) => [name, arms.get(services.outcomeUnits.hashOf(name))]);
}

test('10,000 users have the arms that the Node SDK of Unleash gives them, also after changes of the split', async () => {
    const { app, token, send } = await start({ rollout: '50' });
    const variants = new Map<string, string | undefined>();
    const splits: [string, Record<string, number>][] = [
        ['50', { red: 500, blue: 500 }],
        ['80', { red: 900, blue: 100 }],
        ['100', { red: 200, blue: 300, green: 500 }],
        ['10', { red: 500, blue: 500 }],
    ];
    const [{ id, parameters }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    for (const [index, [rollout, weights]] of splits.entries()) {
        await app.put(`${FLAG}/environments/development/strategies/${id}`, {
            ...{ parameters: { ...parameters, rollout }, variants: variantsOf(weights) },
        });
        app.passTime(60_000);
        const sdk = await startSdk(app.url, { token });
        const names = users(2_500 * index, 2_500 * (index + 1));
        for (const userId of names) {
            const { name, feature_enabled: isOn } = sdk.getVariant('checkout', { userId });
            variants.set(userId, isOn ? name : undefined);
        }
        // Those of earlier splits return, and keep their first arm if they have one.
        await send([...variants.keys()].map((userId) => ({ name: 'seen', context: { userId } })));
        for (const [userId, variant] of variants) {
            if (variant !== undefined) continue;
            const { name, feature_enabled: isOn } = sdk.getVariant('checkout', { userId });
            if (isOn) variants.set(userId, name);
        }
    }
    expect(await armOfEach(app, users(0, 10_000))).toEqual([...variants]);
    expect([...variants.values()].filter((variant) => variant === 'green').length).toBeGreaterThan(1_000);
});

test('values that are no numbers and times of wrong clocks are dropped or limited, and results stay numbers', async () => {
    const { send, results, app } = await start();
    const now = app.services.clock().getTime();
    const HOUR = 3_600_000;
    const at = (ms: number) => new Date(now + ms).toISOString();
    await send([
        { name: 'seen', context: { userId: 'fast' }, at: at(5 * HOUR) },
        { name: 'bought', context: { userId: 'fast' }, at: at(6 * HOUR) },
        { name: 'seen', context: { userId: 'slow' }, at: at(-HOUR) },
        { name: 'bought', context: { userId: 'slow' } },
        { name: 'seen', context: { userId: 'none' } },
        ...[Number.NaN, 1e308, -1e308, 'many', {}].map((value) => ({
            ...{ name: 'bought', context: { userId: 'none' }, value: Number.isNaN(value) ? 'NaN' : value },
        })),
        { name: 'bought' },
        { name: 'bought', unit: '' },
        { name: 'bought', context: { userId: 'none' }, at: 'yesterday' },
    ]);
    const { units, metrics } = await results();
    // The clock that is an hour slow sent its signal from before the start.
    expect(units).toMatchObject({ total: 2, unenrolled: 1 });
    expect(metrics[0].arms.reduce((sum: number, arm: { sum: number }) => sum + arm.sum, 0)).toBe(1);
    expect(JSON.stringify(metrics)).not.toContain('NaN');
});

test('50,000 names of outcomes from a public token use a bounded number of rows, and the experiment counts on', async () => {
    const { app, send, results } = await start();
    const { secret: token } = await app.has.token({ environment: 'development', type: 'frontend' });
    for (let part = 0; part < 50; part++) {
        const outcomes = users(1_000 * part, 1_000 * (part + 1)).map((name) => ({ name, unit: 'attacker' }));
        const { status } = await app.post('/api/frontend/outcomes', { outcomes }, { token });
        expect([202, 429, 503]).toContain(status);
    }
    await app.services.reports.store();
    const count = async (table: 'outcome_names' | 'outcomes' | 'pending_outcomes' | 'assignments') =>
        Number(
            (
                await app.services.db
                    .selectFrom(table)
                    .select(({ fn }) => fn.countAll().as('count'))
                    .executeTakeFirstOrThrow()
            ).count,
        );
    expect(await count('outcome_names')).toBeLessThanOrEqual(1_000);
    expect(await count('assignments')).toBe(0);
    expect(await count('pending_outcomes')).toBe(0);
    await send([{ name: 'seen', context: { userId: 'user' } }]);
    expect((await results()).units.total).toBe(1);
});

import { expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import type { InterestContent } from '../../../core/assignments/interest-content.ts';
import { deleteOldEvaluations } from '../../releases/safeguards/store-evaluation.ts';
import { summariseAssignments } from './assignment.queries.ts';
import { endInterests, startInterest } from './interest.commands.ts';

const DAY = 86_400_000;
const FLAG = '/api/admin/projects/default/features/checkout';
const HALF = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: 'checkout' } };

const CONTENT: InterestContent = {
    unit: 'userId',
    arms: 'on-off',
    enrol: ['seen'],
    metrics: [
        { key: 'bought', outcome: 'bought', kind: 'conversion' },
        { key: 'errors', outcome: 'error', kind: 'count' },
        { key: 'paid', outcome: 'bought', kind: 'mean', cap: 100 },
    ],
};

interface Setup {
    content?: Partial<InterestContent>;
    strategies?: object[];
    app?: TestApp;
}

/** An app with a flag whose units are recorded. */
async function recording({ content = {}, strategies = [HALF], app: given }: Setup = {}) {
    const app = given ?? (await testApp());
    await app.has.flag({ name: 'checkout' });
    for (const strategy of strategies) await app.has.strategy({ flag: 'checkout', ...strategy });
    await app.post(`${FLAG}/environments/development/on`);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const { secret: frontend } = await app.has.token({ environment: 'development', type: 'frontend' });
    await begin(app, content);
    return { app, token, frontend };
}

// Nodes end interests of releases that have no plan when they start.
async function begin(app: TestApp, content: Partial<InterestContent> = {}, owner = 'experiment:one') {
    const startedAt = new Date(app.services.clock().getTime() - 1_000).toISOString();
    await app.services.recordObservation((tx) =>
        startInterest(tx, {
            ...{ id: 'one', owner, flag: 'checkout', environment: 'development', startedAt },
            ...{ ...CONTENT, ...content },
        }),
    );
    await app.services.assignmentInterests.load();
}

const outcomes = (app: TestApp, token: string, list: object[], path = '/api/client/outcomes') =>
    app.post(path, { outcomes: list }, { token });

async function summary(app: TestApp) {
    await app.services.evaluationRecorder.flush();
    await app.services.reports.store();
    return summariseAssignments(app.services.db, 'one');
}

/** The arm that the SDK endpoint gives to a user. */
async function armOf(app: TestApp, frontend: string, userId: string): Promise<string> {
    const { body } = await app.get(`/api/frontend?userId=${userId}`, { token: frontend });
    return body.toggles.length > 0 ? 'enabled' : 'disabled';
}

const users = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);

test('an outcome that enrols puts each user into the arm that SDKs compute, once', async () => {
    const { app, token, frontend } = await recording();
    const expected: Record<string, number> = { enabled: 0, disabled: 0 };
    for (const userId of users(40)) expected[await armOf(app, frontend, userId)]!++;
    await app.services.recordObservation((tx) => tx.deleteFrom('assignment_interests').execute());
    await begin(app);

    for (let repeated = 0; repeated < 2; repeated++) {
        await outcomes(
            app,
            token,
            users(40).map((userId) => ({ name: 'seen', context: { userId } })),
        );
    }

    const { strata } = await summary(app);
    expect(strata).toHaveLength(1);
    expect(strata[0]).toMatchObject({ units: expected, shares: { enabled: 0.5, disabled: 0.5 } });
});

test('an evaluation by the frontend API or OFREP enrols, and the unit counts in the arm that it got', async () => {
    const { app, token, frontend } = await recording();
    const expected: Record<string, number> = { enabled: 0, disabled: 0 };
    for (const userId of users(20)) expected[await armOf(app, frontend, userId)]!++;
    for (const userId of users(20)) await armOf(app, frontend, userId);
    expect((await summary(app)).strata[0]?.units).toEqual(expected);

    for (const userId of ['other-1', 'other-2']) {
        const { body } = await app.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: userId } }, { token });
        expected[body.flags[0].value === true ? 'enabled' : 'disabled']!++;
    }
    expect((await summary(app)).strata[0]?.units).toEqual(expected);
});

test('outcomes of enrolled users are added up per user, and users without outcomes count', async () => {
    const { app, token } = await recording({
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    });
    const by = (userId: string, name: string, value?: number) => ({ name, context: { userId }, value });
    await outcomes(app, token, [
        by('a', 'seen'),
        ...[by('a', 'bought', 30), by('a', 'bought', 90), by('a', 'error'), by('a', 'error'), by('a', 'error')],
        ...[by('b', 'seen'), by('b', 'bought', 10), by('c', 'seen')],
    ]);
    await outcomes(app, token, [by('b', 'error')]);

    const { strata } = await summary(app);
    expect(strata[0]?.sums).toMatchObject({
        bought: { enabled: { n: 3, sum: 2, sumSquares: 2 } },
        errors: { enabled: { n: 3, sum: 4, sumSquares: 10 } },
        // 120, limited to 100, and 10.
        paid: { enabled: { n: 3, sum: 110, sumSquares: 10_100 } },
    });
});

test('what a client says about its variant is ignored, also for exposures', async () => {
    const { app, token, frontend } = await recording();
    const events = users(20).map((userId) => ({
        ...{ eventType: 'isEnabled', featureName: 'checkout', enabled: true, context: { userId } },
        ...{ timestamp: new Date().toISOString(), occurrenceCount: 1 },
    }));
    await app.send('POST', '/api/client/events', {
        token,
        headers: { 'content-type': 'application/ndjson' },
        rawBody: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    });
    const units = (await summary(app)).strata[0]?.units;
    const expected: Record<string, number> = { enabled: 0, disabled: 0 };
    for (const userId of users(20)) expected[await armOf(app, frontend, userId)]!++;
    expect(units).toEqual(expected);
});

test.each([
    ['a property is missing', { contextName: 'country', operator: 'IN', values: ['NL'] }, {}],
    ['a property is hashed', { contextName: 'country', operator: 'IN', values: ['NL'] }, { country: 'a'.repeat(64) }],
    ['the name of the application is missing', { contextName: 'appName', operator: 'NOT_IN', values: ['x'] }, {}],
])('a unit is undecidable if %s, and decided by a later signal that has it', async (_title, constraint, context) => {
    const { app, token } = await recording({ strategies: [{ ...HALF, constraints: [constraint] }] });
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'a', ...context } }]);
    expect(await summary(app)).toMatchObject({ undecidable: 1, strata: [] });

    await outcomes(app, token, [{ name: 'seen', context: { userId: 'a', country: 'NL', appName: 'shop' } }]);
    const { undecidable, strata } = await summary(app);
    expect({ undecidable, strata: strata.length }).toEqual({ undecidable: 0, strata: 1 });
});

test('a hashed unit and a custom strategy are undecidable', async () => {
    const { app, token } = await recording({ strategies: [HALF] });
    await outcomes(app, token, [{ name: 'seen', unit: 'b'.repeat(64) }]);
    expect(await summary(app)).toMatchObject({ undecidable: 1, strata: [] });

    await app.post('/api/admin/strategies', { name: 'own', parameters: [] });
    await app.has.strategy({ flag: 'checkout', name: 'own' });
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'c' } }]);
    expect(await summary(app)).toMatchObject({ undecidable: 2, strata: [] });
});

test('only users who are left out by the percentage alone are the control group', async () => {
    const dutch = { contextName: 'country', operator: 'IN', values: ['NL'] };
    const { app, token } = await recording({ strategies: [{ ...HALF, constraints: [dutch] }] });
    await outcomes(
        app,
        token,
        users(10).map((userId) => ({ name: 'seen', context: { userId, country: 'BE' } })),
    );
    expect(await summary(app)).toMatchObject({ strata: [], undecidable: 0 });

    await app.post(`${FLAG}/environments/development/off`);
    await outcomes(
        app,
        token,
        users(10).map((userId) => ({ name: 'seen', context: { userId, country: 'NL' } })),
    );
    expect(await summary(app)).toMatchObject({ strata: [], undecidable: 0 });
});

test('users of other strategies are another stratum, with the shares of the strategies that apply to them', async () => {
    const dutch = { contextName: 'country', operator: 'IN', values: ['NL'] };
    const more = { ...HALF, parameters: { ...HALF.parameters, rollout: '80' }, constraints: [dutch] };
    const { app, token } = await recording({ strategies: [HALF, more] });
    await outcomes(
        app,
        token,
        users(30).map((userId, index) => ({
            name: 'seen',
            context: { userId, country: index < 15 ? 'NL' : 'BE' },
        })),
    );

    const { strata } = await summary(app);
    expect(strata.map(({ shares }) => Math.round(shares['enabled']! * 100)).sort()).toEqual([50, 80]);
    expect(strata.map(({ units }) => Object.values(units).reduce((sum, each) => sum + each, 0))).toEqual([15, 15]);
});

test('a signal refers to the definition that was valid at its time', async () => {
    const { app, token } = await recording();
    const at = app.services.clock().toISOString();
    app.passTime(60_000);
    await app.post(`${FLAG}/environments/development/off`);
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'now' } }]);
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'then' }, at }]);

    const { strata } = await summary(app);
    expect(Object.values(strata[0]?.units ?? {})).toEqual([1]);
});

test('a user who changes arm keeps the first one if the definition changed, and is excluded if it did not', async () => {
    const { app, token } = await recording({
        strategies: [{ ...HALF, parameters: { ...HALF.parameters, rollout: '0' } }],
    });
    const seen = (userId: string) => ({ name: 'seen', context: { userId } });
    await outcomes(app, token, [seen('a'), { name: 'bought', context: { userId: 'a' } }]);
    expect((await summary(app)).strata[0]?.units).toEqual({ disabled: 1 });
    const [{ id }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    await app.put(`${FLAG}/environments/development/strategies/${id}`, {
        parameters: { ...HALF.parameters, rollout: '100' },
    });
    await outcomes(app, token, [seen('a'), seen('b')]);
    expect(await summary(app)).toMatchObject({
        ...{ multiple: 0, strata: [{ units: { disabled: 1 } }, { units: { enabled: 1 } }] },
    });
});

test('a user whose context puts them into two arms of one definition is excluded with all outcomes', async () => {
    const { app, token } = await recording({
        strategies: [
            { ...HALF, parameters: { ...HALF.parameters, rollout: '0' } },
            { name: 'default', constraints: [{ contextName: 'beta', operator: 'IN', values: ['yes'] }] },
        ],
    });
    await outcomes(app, token, [
        { name: 'seen', context: { userId: 'a', beta: 'no' } },
        { name: 'bought', context: { userId: 'a' }, value: 7 },
        { name: 'seen', context: { userId: 'b', beta: 'no' } },
        { name: 'bought', context: { userId: 'b' }, value: 5 },
    ]);
    expect((await summary(app)).strata[0]?.sums['paid']).toMatchObject({ disabled: { n: 2, sum: 12, sumSquares: 74 } });
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'a', beta: 'yes' } }]);

    const { multiple, strata } = await summary(app);
    expect(multiple).toBe(1);
    expect(strata[0]?.sums['paid']).toMatchObject({ disabled: { n: 1, sum: 5, sumSquares: 25 } });
});

test('outcomes that arrive before the signal count if it follows within an hour; a unit without one is unenrolled', async () => {
    const { app, token } = await recording({
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    });
    const by = (userId: string, name: string) => ({ name, context: { userId } });
    await outcomes(app, token, [by('soon', 'error'), by('late', 'error'), by('never', 'error')]);
    expect(await summary(app)).toMatchObject({ unenrolled: 3 });
    app.passTime(30_000);
    await outcomes(app, token, [by('soon', 'seen')]);
    expect((await summary(app)).strata[0]?.sums['errors']).toMatchObject({ enabled: { n: 1, sum: 1 } });
    app.passTime(2 * 3_600_000);
    await outcomes(app, token, [by('late', 'seen')]);

    const { unenrolled, strata } = await summary(app);
    expect(unenrolled).toBe(1);
    expect(strata[0]?.sums['errors']).toMatchObject({ enabled: { n: 2, sum: 1 } });
});

test('nobody is enrolled and nothing counts after the end', async () => {
    const { app, token } = await recording({
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    });
    const by = (userId: string, name: string) => ({ name, context: { userId } });
    await outcomes(app, token, [by('a', 'seen')]);
    await summary(app);
    await app.services.recordObservation((tx) =>
        endInterests(tx, 'experiment:one', app.services.clock().toISOString()),
    );
    await app.services.assignmentInterests.load();
    app.passTime(1_000);
    await outcomes(app, token, [by('a', 'error'), by('b', 'seen')]);

    expect(await summary(app)).toMatchObject({ unenrolled: 0, strata: [{ units: { enabled: 1 }, sums: {} }] });
});

test('with backend tokens only, nothing of a frontend token counts', async () => {
    const { app, token, frontend } = await recording({ content: { backendOnly: true } });
    await armOf(app, frontend, 'a');
    await outcomes(app, frontend, [{ name: 'seen', context: { userId: 'b' } }], '/api/frontend/outcomes');
    expect(await summary(app)).toMatchObject({ strata: [] });
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'c' } }]);
    expect((await summary(app)).strata).toHaveLength(1);
});

test('without an interest, nothing is recorded', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const { secret } = await app.has.token({ environment: 'development', type: 'frontend' });
    await armOf(app, secret, 'a');
    await outcomes(app, secret, [{ name: 'seen', context: { userId: 'b' } }], '/api/frontend/outcomes');
    await app.services.evaluationRecorder.flush();
    await app.services.reports.store();

    expect(await app.services.db.selectFrom('assignments').selectAll().execute()).toEqual([]);
});

const PRIVATE_USER = 'mary.private@example.com';

test('no table contains a user or a context: units are keyed hashes', async () => {
    const { app, token, frontend } = await recording();
    await app.get(`/api/frontend?userId=${encodeURIComponent(PRIVATE_USER)}&secretField=private-value`, {
        token: frontend,
    });
    await outcomes(app, token, [
        { name: 'seen', context: { userId: PRIVATE_USER, secretField: 'private-value' } },
        { name: 'error', unit: PRIVATE_USER },
    ]);
    await app.services.evaluationRecorder.flush();
    const dump = async () => {
        const { db } = app.services;
        const tables = [
            ...([
                'report_journal',
                'assignments',
                'assignment_values',
                'pending_outcomes',
                'assignment_interests',
            ] as const),
            ...(['outcomes', 'outcome_units', 'assignment_totals', 'assignment_counts'] as const),
        ];
        const rows = await Promise.all(
            tables.map((table) =>
                db
                    .selectFrom(table as 'assignments')
                    .selectAll()
                    .execute(),
            ),
        );
        return JSON.stringify(rows);
    };
    expect(await dump()).not.toMatch(/mary|private-value/);
    await app.services.reports.store();
    const stored = await dump();
    expect(stored).not.toMatch(/mary|private-value/);
    expect(stored).toContain(app.services.outcomeUnits.hashOf(PRIVATE_USER));

    await app.delete(`/api/admin/units/${encodeURIComponent(PRIVATE_USER)}`);
    expect(await dump()).not.toContain(app.services.outcomeUnits.hashOf(PRIVATE_USER));
});

test('two nodes that receive and store at the same time enrol each user once, and count each outcome once', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const { app, token } = await recording({
        ...{ app: await testApp({ database }) },
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    });
    const other = process.env['TEST_DATABASE'] === 'postgres' ? await testApp({ database }) : app;
    const list = users(50).flatMap((userId) => [
        { name: 'seen', context: { userId } },
        { name: 'error', context: { userId }, id: `error-of-${userId}` },
    ]);
    await Promise.all([app, other, app, other].map((node) => outcomes(node, token, list)));
    await Promise.all([app, other].map((node) => node.services.reports.store()));

    expect((await summary(app)).strata[0]?.sums['errors']).toMatchObject({
        enabled: { n: 50, sum: 50, sumSquares: 50 },
    });
});

test('arms of variants have the weights of the variants', async () => {
    const variants = ['red', 'blue'].map((name) => ({
        ...{ name, weight: 500, weightType: 'variable', stickiness: 'userId' },
    }));
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'userId' }, variants };
    const { app, token, frontend } = await recording({ content: { arms: 'variants' }, strategies: [strategy] });
    const expected: Record<string, number> = {};
    for (const userId of users(30)) {
        const { body } = await app.get(`/api/frontend?userId=${userId}`, { token: frontend });
        const { name } = body.toggles[0].variant;
        expected[name] = (expected[name] ?? 0) + 1;
    }
    await outcomes(
        app,
        token,
        users(30).map((userId) => ({ name: 'seen', context: { userId } })),
    );
    const { strata, multiple } = await summary(app);
    expect(multiple).toBe(0);
    expect(strata).toMatchObject([{ units: expected, shares: { red: 0.5, blue: 0.5 } }]);
});

test('the users of a milestone are deleted 14 days after it ended', async () => {
    const { app, token } = await recording();
    await app.services.recordObservation((tx) => tx.deleteFrom('assignment_interests').execute());
    await begin(app, {}, 'release:one');
    const { recordObservation, clock, db } = app.services;
    await outcomes(app, token, [{ name: 'seen', context: { userId: 'user-1' } }]);
    await summary(app);
    const stored = async () => (await db.selectFrom('assignments').select('unit').execute()).length;
    expect(await stored()).toBe(1);
    await recordObservation((tx) => endInterests(tx, 'release:one', clock().toISOString()));

    app.passTime(14 * DAY - 60_000);
    await deleteOldEvaluations(recordObservation, clock());
    expect(await stored()).toBe(1);

    app.passTime(2 * 60_000);
    await deleteOldEvaluations(recordObservation, clock());
    expect(await stored()).toBe(0);
});

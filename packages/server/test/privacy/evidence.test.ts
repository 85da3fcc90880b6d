import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { EnvironmentEffect } from '../../src/admin/governance/effects/effect.schemas.ts';
import { runs } from '../support/runs.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';

/*
 * Two roles read the effect of the same change: the administrator exactly, a member as an estimate. The member's sentences are read
 * like a person would, and compared with the exact result.
 */

let app: TestApp;
let member: RequestOptions;

const PROJECT = '/api/admin/projects/shop';
const SEEN = 217;

interface Strategy {
    name: string;
    parameters?: Record<string, string>;
    constraints?: { contextName: string; operator: string; values: string[] }[];
    segments?: number[];
    variants?: object[];
}

const isIn = (contextName: string, ...values: string[]) => ({ contextName, operator: 'IN', values });
const rollout = (percentage: number, stickiness = 'default', groupId = 'group'): Strategy => ({
    name: 'flexibleRollout',
    parameters: { rollout: String(percentage), stickiness, groupId },
});
const variant = (name: string) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' });

/** Requests of users who return, of one user with many requests who is in the smallest rollout, and of visitors without a user id. */
const visitor = (index: number): Record<string, string> => ({
    ...(index % 7 === 0 ? {} : { userId: index % 4 === 1 ? 'robot-39' : `user-${index % 180}` }),
    ...(index % 5 === 0 ? {} : { sessionId: `session-${index % 200}` }),
    appName: index % 3 === 0 ? 'web' : 'ios',
    country: ['NO', 'SE', 'DK', 'FI'][index % 4]!,
    plan: index % 31 === 0 ? 'rare' : 'common',
});

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.project({ id: 'shop' });
    member = await app.has.user({ projectRoles: { shop: 'member' } });
    await app.post('/api/admin/strategies', { name: 'byRegion', parameters: [] });
    const { id: segment } = await app.has.segment({ name: 'nordic', constraints: [isIn('country', 'NO', 'SE')] });
    const flags: Record<string, Strategy[]> = {
        everyone: [{ name: 'default' }],
        half: [rollout(50)],
        few: [rollout(3, 'userId', 'few')],
        country: [{ name: 'default', constraints: [isIn('country', 'NO')] }],
        rare: [{ name: 'default', constraints: [isIn('plan', 'rare')] }],
        named: [{ name: 'userWithId', parameters: { userIds: 'robot-39,user-1' } }],
        address: [rollout(50, 'remoteAddress')],
        session: [rollout(40, 'sessionId')],
        random: [rollout(30, 'random')],
        segmented: [{ ...rollout(60), segments: [segment] }],
        split: [{ ...rollout(100), variants: [variant('red'), variant('blue')] }],
        custom: [{ name: 'byRegion' }],
        child: [{ name: 'default' }],
        'child-of-named': [{ name: 'default' }],
    };
    for (const [name, strategies] of Object.entries(flags)) {
        await app.has.flag({ name, project: 'shop' });
        const environment = `${PROJECT}/features/${name}/environments/development`;
        for (const strategy of strategies) await app.post(`${environment}/strategies`, strategy);
        expect(await app.post(`${environment}/on`)).toMatchObject({ status: 200 });
    }
    for (const [child, parent] of [
        ['child', 'half'],
        ['child-of-named', 'named'],
    ]) {
        expect((await app.post(`${PROJECT}/features/${child}/dependencies`, { feature: parent })).status).toBe(200);
    }
    const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development', projects: ['shop'] });
    for (let index = 0; index < SEEN; index++) {
        await app.send('GET', `/api/frontend?${new URLSearchParams(visitor(index))}`, { token });
    }
});

type Flag = EnvironmentEffect['flags'][number];

const whatIf = async (step: object, by: RequestOptions): Promise<EnvironmentEffect> => {
    const body = { project: 'shop', population: 'traffic', splitBy: ['country', 'plan'], steps: [step] };
    const response = await app.post('/api/admin/what-if', body, by);
    expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200 });
    expect(response.body.failed, JSON.stringify(response.body.failed)).toBeUndefined();
    return response.body.who[0];
};

const FLAGS = ['everyone', 'half', 'few', 'country', 'rare', 'named', 'address', 'session', 'random', 'segmented'];
const feature = fc.constantFrom(...FLAGS, 'split', 'custom', 'child', 'child-of-named');
const constraint = fc.constantFrom(
    isIn('country', 'SE'),
    isIn('plan', 'rare'),
    isIn('userId', 'robot-39'),
    isIn('sessionId', 'session-1'),
    isIn('appName', 'web'),
);
const strategy: fc.Arbitrary<Strategy> = fc.oneof(
    fc
        .record({
            percentage: fc.constantFrom(0, 1, 3, 5, 10, 45, 55, 97, 100),
            stickiness: fc.constantFrom('default', 'userId', 'sessionId', 'random', 'remoteAddress', 'plan'),
            groupId: fc.constantFrom('group', 'few', 'other'),
            constraints: fc.array(constraint, { maxLength: 2 }),
        })
        .map(({ percentage, stickiness, groupId, constraints }) => ({
            ...rollout(percentage, stickiness, groupId),
            constraints,
        })),
    constraint.map((one) => ({ name: 'default', constraints: [one] })),
    fc.constant({ name: 'byRegion' }),
);
const step = fc.oneof(
    feature.map((name) => ({ feature: name, action: 'updateEnabled', payload: { enabled: false } })),
    fc
        .record({ feature, payload: strategy })
        .map((members) => ({ ...members, action: 'addStrategy', payload: { parameters: {}, ...members.payload } })),
    fc.constantFrom('everyone', 'few', 'country', 'child').map((name) => ({ feature: name, action: 'archiveFeature' })),
);

/** The statements of a sentence about a number of users, as intervals that must contain the exact number. */
function statementsOf(
    sentence: string,
    flag: Flag,
): [count: keyof Flag & ('changed' | 'onToOff' | 'offToOn' | 'variantChanged'), least: number, below: number][] {
    if (sentence.startsWith('Unknown how many')) return [];
    if (sentence.startsWith('No effect')) return [['changed', 0, 1]];
    const fewer = /^Fewer than (\d+) of \d+ users affected\.$/.exec(sentence);
    if (fewer) return [['changed', 0, Number(fewer[1])]];
    const verbs = {
        'lose it': 'onToOff',
        'loses it': 'onToOff',
        'get it': 'offToOn',
        'gets it': 'offToOn',
        affected: 'changed',
    } as const;
    return sentence
        .replace(/\.$/, '')
        .split('; ')
        .map((part) => {
            const [, about, number, verb] = /^(about )?(\d+)(?: of \d+ users \([<> \d.]+%\))? (.+)$/i.exec(part) ?? [];
            expect(number, `a sentence that a reader understands: ${sentence}`).toBeDefined();
            const count = verbs[verb as keyof typeof verbs] ?? 'variantChanged';
            const { atLeast, below } = about
                ? flag.bounds![count]
                : { atLeast: Number(number), below: Number(number) + 1 };
            expect(Number(number), sentence).toBeGreaterThanOrEqual(atLeast);
            expect(Number(number), sentence).toBeLessThan(below);
            return [count, atLeast, below];
        });
}

test('no statement for a member contradicts the exact result', async () => {
    await fc.assert(
        fc.asyncProperty(step, async (change) => {
            const members = { environment: 'development', ...change };
            const [exact, told] = [await whatIf(members, {}), await whatIf(members, member)];
            expect(exact).toMatchObject({ population: 'traffic', evaluated: SEEN });
            expect(exact.evaluatedBounds).toBeUndefined();
            expect(told).toMatchObject({ evaluated: 220, evaluatedBounds: { atLeast: 215, below: 225 } });
            expect(told.flags.map(({ name }) => name).sort()).toEqual(exact.flags.map(({ name }) => name).sort());
            for (const flag of told.flags) {
                const truth = exact.flags.find(({ name }) => name === flag.name)!;
                const context = `${flag.name}: ${flag.summary} Exactly: ${truth.summary}`;
                expect(flag.summary, context).not.toMatch(/^No effect/);
                for (const [count, least, below] of statementsOf(flag.summary, flag)) {
                    expect(truth[count], context).toBeGreaterThanOrEqual(least);
                    expect(truth[count], context).toBeLessThan(below);
                }
                for (const [count, { atLeast, below }] of Object.entries(flag.bounds!)) {
                    const number = truth[count as 'changed'];
                    expect(
                        number >= atLeast && number < below,
                        `${count} ${number} ${atLeast} ${below} ${context}`,
                    ).toBe(true);
                }
                for (const { value, kind, evaluated, changed, bounds } of [
                    ...flag.byApp,
                    ...Object.values(flag.byField).flat(),
                ]) {
                    expect(bounds, `${kind} ${value} ${evaluated} ${changed}`).toBeDefined();
                }
            }
            for (const flag of exact.flags) {
                if (flag.unmeasured) continue;
                for (const [count, least] of statementsOf(flag.summary, flag)) expect(flag[count]).toBe(least);
            }
        }),
        { numRuns: runs(150) },
    );
});

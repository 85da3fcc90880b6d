import { init, type LDClient } from '@launchdarkly/node-server-sdk';
import { TestData } from '@launchdarkly/node-server-sdk/integrations';
import type { BenchFlag, BenchUser, ScenarioShape } from '../scenario.ts';
import type { Engine } from './engine.ts';

const ON = 0;
const OFF = 1;

function rules(shape: ScenarioShape): unknown[] {
    const clause = (attribute: string, op: string, values: unknown[], negate = false) => ({
        contextKind: 'user',
        attribute,
        op,
        values,
        negate,
    });
    if (shape.kind === 'list') return [{ id: 'r', variation: ON, clauses: [clause('key', 'in', shape.ids)] }];
    if (shape.kind !== 'constraints') return [];
    const clauses = [
        clause('country', 'in', shape.countries),
        clause('age', 'greaterThanOrEqual', [shape.minAge]),
        clause('version', 'semVerLessThan', [shape.minVersion], true),
    ];
    return [{ id: 'r', variation: ON, clauses }];
}

function fallthrough(shape: ScenarioShape): unknown {
    const rollout = (weights: number[]) => ({
        rollout: { contextKind: 'user', variations: weights.map((weight, variation) => ({ variation, weight })) },
    });
    if (shape.kind === 'rollout') return rollout([shape.percent * 1000, (100 - shape.percent) * 1000]);
    if (shape.kind === 'variants') return rollout(shape.names.map(() => 25_000));
    return { variation: shape.kind === 'on' ? ON : OFF };
}

async function client(flags: readonly BenchFlag[]): Promise<LDClient> {
    const data = new TestData();
    for (const { name, shape } of flags) {
        await data.usePreconfiguredFlag({
            key: name,
            version: 1,
            on: shape.kind !== 'off',
            salt: name,
            variations: shape.kind === 'variants' ? shape.names : [true, false],
            offVariation: OFF,
            fallthrough: fallthrough(shape),
            rules: rules(shape),
        });
    }
    const silent = { error() {}, warn() {}, info() {}, debug() {} };
    const client = init('bench', { updateProcessor: data.getFactory(), sendEvents: false, logger: silent });
    await client.waitForInitialization({ timeout: 5 });
    return client;
}

const contextOf = ({ userId, ...fields }: BenchUser) => ({ kind: 'user', key: userId, ...fields });

export const launchdarkly: Engine = {
    name: 'launchdarkly',
    async single(flag, users) {
        const launchdarkly = await client([flag]);
        const contexts = users.map(contextOf);
        return (user) => launchdarkly.variation(flag.name, contexts[user]!, false);
    },
    async all(flags, users) {
        const launchdarkly = await client(flags);
        const contexts = users.map(contextOf);
        return (user) => launchdarkly.allFlagsState(contexts[user]!);
    },
    isOn: Boolean,
};

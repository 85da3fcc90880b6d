import { FlagdCore } from '@openfeature/flagd-core';
import type { BenchFlag, BenchUser, ScenarioShape } from '../scenario.ts';
import type { Engine } from './engine.ts';

function targeting(shape: ScenarioShape): unknown {
    switch (shape.kind) {
        case 'rollout':
            return { fractional: [{ var: 'targetingKey' }, ['on', shape.percent], ['off', 100 - shape.percent]] };
        case 'constraints':
            return {
                if: [
                    {
                        and: [
                            { in: [{ var: 'country' }, shape.countries] },
                            { '>=': [{ var: 'age' }, shape.minAge] },
                            { sem_ver: [{ var: 'version' }, '>=', shape.minVersion] },
                        ],
                    },
                    'on',
                    'off',
                ],
            };
        case 'list':
            return { if: [{ in: [{ var: 'targetingKey' }, shape.ids] }, 'on', 'off'] };
        case 'variants':
            return { fractional: [{ var: 'targetingKey' }, ...shape.names.map((name) => [name, 25])] };
        default:
            return undefined;
    }
}

function core(flags: readonly BenchFlag[]): FlagdCore {
    const definitions = flags.map(({ name, shape }) => [
        name,
        {
            state: 'ENABLED',
            variants:
                shape.kind === 'variants'
                    ? Object.fromEntries(shape.names.map((variant) => [variant, variant]))
                    : { on: true, off: false },
            defaultVariant: shape.kind === 'variants' ? shape.names[0] : shape.kind === 'on' ? 'on' : 'off',
            targeting: targeting(shape),
        },
    ]);
    const result = new FlagdCore();
    result.setConfigurations(JSON.stringify({ flags: Object.fromEntries(definitions) }));
    return result;
}

const contextOf = ({ userId, ...fields }: BenchUser) => ({ targetingKey: userId, ...fields });

export const flagd: Engine = {
    name: 'flagd-core',
    async single(flag, users) {
        const flagd = core([flag]);
        const contexts = users.map(contextOf);
        if (flag.shape.kind === 'variants') {
            return (user) => flagd.resolveStringEvaluation(flag.name, '', contexts[user]!);
        }
        return (user) => flagd.resolveBooleanEvaluation(flag.name, false, contexts[user]!);
    },
    async all(flags, users) {
        const flagd = core(flags);
        const contexts = users.map(contextOf);
        return (user) => flagd.resolveAll(contexts[user]!);
    },
    isOn: (answer) => Boolean((answer as { value: unknown }).value),
};

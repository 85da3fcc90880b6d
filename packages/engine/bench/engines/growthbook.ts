import { type FeatureDefinition, GrowthBookClient } from '@growthbook/growthbook';
import type { BenchFlag, BenchUser, ScenarioShape } from '../scenario.ts';
import type { Engine } from './engine.ts';

function definition(shape: ScenarioShape): FeatureDefinition {
    switch (shape.kind) {
        case 'on':
            return { defaultValue: true };
        case 'off':
            return { defaultValue: false };
        case 'rollout':
            return {
                defaultValue: false,
                rules: [{ force: true, coverage: shape.percent / 100, hashAttribute: 'id' }],
            };
        case 'constraints': {
            const condition = {
                country: { $in: shape.countries },
                age: { $gte: shape.minAge },
                version: { $vgte: shape.minVersion },
            };
            return { defaultValue: false, rules: [{ force: true, condition }] };
        }
        case 'list':
            return { defaultValue: false, rules: [{ force: true, condition: { id: { $in: shape.ids } } }] };
        case 'variants':
            return {
                defaultValue: shape.names[0],
                rules: [{ variations: shape.names, weights: [0.25, 0.25, 0.25, 0.25], hashAttribute: 'id' }],
            };
    }
}

function client(flags: readonly BenchFlag[]): GrowthBookClient {
    const features = Object.fromEntries(flags.map(({ name, shape }) => [name, definition(shape)]));
    return new GrowthBookClient().initSync({ payload: { features } });
}

const contextOf = ({ userId, ...fields }: BenchUser) => ({ attributes: { id: userId, ...fields } });

export const growthbook: Engine = {
    name: 'growthbook',
    async single(flag, users) {
        const growthbook = client([flag]);
        const contexts = users.map(contextOf);
        return (user) => growthbook.evalFeature(flag.name, contexts[user]!);
    },
    async all(flags, users) {
        const growthbook = client(flags);
        const contexts = users.map(contextOf);
        return (user) => flags.map(({ name }) => growthbook.evalFeature(name, contexts[user]!));
    },
    isOn: (answer) => (answer as { on: boolean }).on,
};

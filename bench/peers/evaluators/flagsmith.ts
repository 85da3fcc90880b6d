import type { Engine } from '../../../packages/engine/bench/engines/engine.ts';
import type { BenchFlag, BenchUser, ScenarioShape } from '../../../packages/engine/bench/scenario.ts';
import { importPeer } from './peer.ts';

interface Flagsmith {
    getEvaluationResult(context: object): { flags: Record<string, { enabled: boolean }> };
}

/** A flag with targeting has a segment whose override replaces the default of the flag. */
function conditionsOf(shape: ScenarioShape): object[] | undefined {
    switch (shape.kind) {
        case 'rollout':
            return [{ property: '$.identity.key', operator: 'PERCENTAGE_SPLIT', value: String(shape.percent) }];
        case 'constraints':
            return [
                { property: 'country', operator: 'IN', value: shape.countries },
                { property: 'age', operator: 'GREATER_THAN_INCLUSIVE', value: String(shape.minAge) },
                { property: 'version', operator: 'GREATER_THAN_INCLUSIVE', value: `${shape.minVersion}:semver` },
            ];
        case 'list':
            return [{ property: '$.identity.identifier', operator: 'IN', value: shape.ids }];
        default:
            return undefined;
    }
}

function environmentOf(flags: readonly BenchFlag[]) {
    const features = flags.map(({ name, shape }) => ({
        key: name,
        name,
        enabled: shape.kind === 'on' || shape.kind === 'variants',
        value: null,
        ...(shape.kind === 'variants' && {
            variants: shape.names.map((value, priority) => ({ value, weight: 25, priority })),
        }),
    }));
    const segments = flags.flatMap(({ name, shape }) => {
        const conditions = conditionsOf(shape);
        if (!conditions) return [];
        const overrides = [{ key: name, name, enabled: true, value: null, priority: 1 }];
        return [{ key: name, name, rules: [{ type: 'ALL', conditions }], overrides }];
    });
    return {
        environment: { key: 'bench', name: 'bench' },
        features: Object.fromEntries(features.map((feature) => [feature.name, feature])),
        segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
    };
}

const identityOf = ({ userId, country, age, version }: BenchUser) => ({
    identifier: userId,
    key: userId,
    traits: { country, age, version },
});

/** It always evaluates the whole environment; a single flag is evaluated as an environment with one flag. */
export async function flagsmith(): Promise<Engine> {
    const { getEvaluationResult } = await importPeer<Flagsmith>('flagsmith-nodejs/build/esm/flagsmith-engine/index.js');
    const all = async (flags: readonly BenchFlag[], users: readonly BenchUser[]) => {
        const environment = environmentOf(flags);
        const contexts = users.map((user) => ({ ...environment, identity: identityOf(user) }));
        return (user: number) => getEvaluationResult(contexts[user]!).flags;
    };
    return {
        name: 'flagsmith',
        single: (flag, users) => all([flag], users),
        all,
        isOn: (flags) => Object.values(flags as Record<string, { enabled: boolean }>).some(({ enabled }) => enabled),
    };
}

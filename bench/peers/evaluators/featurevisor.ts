import type { Engine } from '../../../packages/engine/bench/engines/engine.ts';
import type { BenchFlag, BenchUser, ScenarioShape } from '../../../packages/engine/bench/scenario.ts';
import { importPeer } from './peer.ts';

interface Instance {
    isEnabled(flag: string, context: object): boolean;
    getVariation(flag: string, context: object): string | null;
}

interface Featurevisor {
    createInstance(options: { datafile: object; logLevel: string }): Instance;
}

const FULL_ROLLOUT = 100_000;

function conditionsOf(shape: ScenarioShape): object[] | undefined {
    if (shape.kind === 'list') return [{ attribute: 'userId', operator: 'in', value: shape.ids }];
    if (shape.kind !== 'constraints') return undefined;
    return [
        { attribute: 'country', operator: 'in', value: shape.countries },
        { attribute: 'age', operator: 'greaterThanOrEquals', value: shape.minAge },
        { attribute: 'version', operator: 'semverGreaterThanOrEquals', value: shape.minVersion },
    ];
}

function percentageOf(shape: ScenarioShape): number {
    if (shape.kind === 'off') return 0;
    return shape.kind === 'rollout' ? shape.percent * 1_000 : FULL_ROLLOUT;
}

function datafileOf(flags: readonly BenchFlag[]): object {
    const segments = flags.flatMap(({ name, shape }) => {
        const conditions = conditionsOf(shape);
        return conditions ? [[name, { key: name, conditions }] as const] : [];
    });
    const features = flags.map(({ name, shape }) => {
        const names = shape.kind === 'variants' ? shape.names : [];
        const share = FULL_ROLLOUT / names.length;
        const traffic = {
            key: 'rule',
            segments: conditionsOf(shape) ? name : '*',
            percentage: percentageOf(shape),
            allocation: names.map((variation, index) => ({ variation, range: [index * share, (index + 1) * share] })),
        };
        const variations = names.map((value) => ({ value }));
        return [name, { key: name, bucketBy: 'userId', traffic: [traffic], ...(names.length > 0 && { variations }) }];
    });
    return {
        schemaVersion: '2',
        revision: '1',
        segments: Object.fromEntries(segments),
        features: Object.fromEntries(features),
    };
}

const contextOf = ({ userId, country, age, version }: BenchUser) => ({ userId, country, age, version });

export async function featurevisor(): Promise<Engine> {
    const { createInstance } = await importPeer<Featurevisor>('@featurevisor/sdk/dist/index.mjs');
    const evaluate = (instance: Instance, { name, shape }: BenchFlag, context: object) =>
        shape.kind === 'variants' ? instance.getVariation(name, context) : instance.isEnabled(name, context);
    return {
        name: 'featurevisor',
        async single(flag, users) {
            const instance = createInstance({ datafile: datafileOf([flag]), logLevel: 'fatal' });
            const contexts = users.map(contextOf);
            return (user) => evaluate(instance, flag, contexts[user]!);
        },
        async all(flags, users) {
            const instance = createInstance({ datafile: datafileOf(flags), logLevel: 'fatal' });
            const contexts = users.map(contextOf);
            return (user) => flags.map((flag) => evaluate(instance, flag, contexts[user]!));
        },
        isOn: Boolean,
    };
}

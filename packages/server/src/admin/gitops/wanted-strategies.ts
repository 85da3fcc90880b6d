import { randomUUID } from 'node:crypto';
import type { StoredVariant } from '../../storage/tables/strategies.ts';
import type { PastStrategy } from '../past/past-definition.ts';
import { checkedVariants } from '../variants/variant-rules.ts';
import type { FileStrategy, FileVariant } from './gitops.schemas.ts';
import { isSame, normalStrategy } from './normal-form.ts';

interface Surroundings {
    flag: string;
    /** Of the project. */
    stickiness: string;
    /** Throws for a name that no segment has. */
    segmentId: (name: string, path: string) => number;
    /** Where the list stands in the request. */
    path: string;
}

/** What the service fills in where nobody says it; said by nobody, it stays as it is. */
const FILLED_IN = ['rollout', 'stickiness', 'groupId'];

/**
 * The strategies that a file asks for. Which of those that are there each one is, its place among them does not say: one that
 * says the same is the same, then one of the same title, then one of the same type. So a strategy that is changed keeps its id.
 */
export function wantedStrategies(
    given: readonly FileStrategy[],
    current: readonly PastStrategy[],
    around: Surroundings,
): PastStrategy[] {
    const wanted = given.map((strategy, index) => {
        const path = `${around.path}/${index}`;
        return {
            strategy,
            variants: toVariants(strategy.variants ?? [], `${path}/variants`),
            segments: (strategy.segments ?? []).map((name, place) =>
                around.segmentId(name, `${path}/segments/${place}`),
            ),
        };
    });
    const free = new Set(current);
    const twins = new Map<number, PastStrategy>();
    const pair = (fits: (one: (typeof wanted)[number], other: PastStrategy) => boolean) => {
        for (const [index, each] of wanted.entries()) {
            if (twins.has(index)) continue;
            const twin = [...free].find((candidate) => fits(each, candidate));
            if (!twin) continue;
            free.delete(twin);
            twins.set(index, twin);
        }
    };
    pair(
        (each, twin) =>
            each.strategy.name === twin.name && isSame(normalStrategy(made(each, twin, around)), normalStrategy(twin)),
    );
    pair(({ strategy: { name, title } }, twin) => Boolean(title) && title === twin.title && name === twin.name);
    pair(({ strategy: { name } }, twin) => name === twin.name);
    return wanted.map((each, index) => {
        const twin = twins.get(index);
        const strategy = made(each, twin, around);
        return twin && isSame(normalStrategy(strategy), normalStrategy(twin)) ? twin : strategy;
    });
}

interface Wanted {
    strategy: FileStrategy;
    variants: StoredVariant[];
    segments: number[];
}

function made(
    { strategy, variants, segments }: Wanted,
    twin: PastStrategy | undefined,
    around: Surroundings,
): PastStrategy {
    const { name, title, disabled, parameters = {}, constraints = [] } = strategy;
    const said = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
    return {
        id: twin?.id ?? randomUUID(),
        name,
        ...(title && { title }),
        ...(disabled && { disabled: true as const }),
        parameters: { ...(name === 'flexibleRollout' && filledIn(twin, around)), ...said },
        // The operators are those of the engine: the schema lists them.
        constraints: constraints.map((each) => ({ ...each, values: each.values ?? [] })) as PastStrategy['constraints'],
        variants,
        segments: [...new Set(segments)].sort((a, b) => a - b),
    };
}

function filledIn(twin: PastStrategy | undefined, { flag, stickiness }: Surroundings): Record<string, string> {
    if (!twin) return { rollout: '100', stickiness, groupId: flag };
    return Object.fromEntries(Object.entries(twin.parameters).filter(([key]) => FILLED_IN.includes(key)));
}

/** As they are kept. `path` is where they stand in the request. */
export const toVariants = (variants: readonly FileVariant[], path: string): StoredVariant[] =>
    checkedVariants(
        variants.map(({ weight, ...variant }) => ({
            ...variant,
            weight: weight ?? 0,
            weightType: weight === undefined ? ('variable' as const) : ('fix' as const),
        })),
        path,
    );

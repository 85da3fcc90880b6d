import { randomUUID } from 'node:crypto';
import { isSame, normalStrategy } from '../../../core/flags/normal-form.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { checkedVariants } from '../../catalogue/strategies/variant-rules.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { FileStrategy, FileVariant } from './gitops.schemas.ts';

interface StrategyContext {
    flag: string;
    /** Of the project. */
    stickiness: string;
    /** Throws for a name that no segment has. */
    segmentId: (name: string, path: string) => number;
    /** The location of the list in the request. */
    path: string;
}

/** Parameters with defaults from the service; when missing in the file they are unchanged. */
const FILLED_IN = ['rollout', 'stickiness', 'groupId'];

/**
 * The strategies that a file asks for. Which of those that are there each one is, its place among them does not say: one that
 * says the same is the same, then one of the same title, then one of the same type. So a strategy that is changed keeps its id.
 */
export function wantedStrategies(
    given: readonly FileStrategy[],
    current: readonly PastStrategy[],
    around: StrategyContext,
): PastStrategy[] {
    const wanted = given.map((strategy, index): DesiredStrategy => {
        const path = `${around.path}/${index}`;
        return {
            strategy,
            variants: toVariants(strategy.variants ?? [], `${path}/variants`),
            segments: (strategy.segments ?? []).map((name, place) =>
                around.segmentId(name, `${path}/segments/${place}`),
            ),
        };
    });
    // Most of a strategy is the same whichever of those that are there it becomes: that is written down once.
    const texts = new Map<PastStrategy | DesiredStrategy, string>([
        ...current.map((each) => [each, textOf(each)] as const),
        ...wanted.map((each) => [each, textOf(made(each, undefined, around))] as const),
    ]);
    const isTwin = (each: DesiredStrategy, twin: PastStrategy) =>
        texts.get(each) === texts.get(twin) && isSame(parametersOf(each.strategy, twin, around), twin.parameters);
    const free = new Set(current);
    const twins = new Map<number, PastStrategy>();
    const pair = (fits: (one: DesiredStrategy, other: PastStrategy) => boolean) => {
        for (const [index, each] of wanted.entries()) {
            if (twins.has(index)) continue;
            const twin = [...free].find((candidate) => fits(each, candidate));
            if (!twin) continue;
            free.delete(twin);
            twins.set(index, twin);
        }
    };
    pair(isTwin);
    pair(({ strategy: { name, title } }, twin) => Boolean(title) && title === twin.title && name === twin.name);
    pair(({ strategy: { name } }, twin) => name === twin.name);
    return wanted.map((each, index) => {
        const twin = twins.get(index);
        return twin && isTwin(each, twin) ? twin : made(each, twin, around);
    });
}

/** All but its parameters, of which some are filled in from what is there. */
const textOf = (strategy: PastStrategy) => canonicalJson({ ...normalStrategy(strategy), parameters: {} });

interface DesiredStrategy {
    strategy: FileStrategy;
    variants: StoredVariant[];
    segments: number[];
}

function made(
    { strategy, variants, segments }: DesiredStrategy,
    twin: PastStrategy | undefined,
    around: StrategyContext,
): PastStrategy {
    const { name, title, disabled, constraints = [] } = strategy;
    return {
        id: twin?.id ?? randomUUID(),
        name,
        ...(title && { title }),
        ...(disabled && { disabled: true as const }),
        parameters: parametersOf(strategy, twin, around),
        // The operators are those of the engine: the schema lists them.
        constraints: constraints.map((each) => ({ ...each, values: each.values ?? [] })) as PastStrategy['constraints'],
        variants,
        segments: [...new Set(segments)].sort((a, b) => a - b),
    };
}

function parametersOf(
    { name, parameters = {} }: FileStrategy,
    twin: PastStrategy | undefined,
    around: StrategyContext,
): Record<string, string> {
    const said = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
    return { ...(name === 'flexibleRollout' && filledIn(twin, around)), ...said };
}

function filledIn(twin: PastStrategy | undefined, { flag, stickiness }: StrategyContext): Record<string, string> {
    if (!twin) return { rollout: '100', stickiness, groupId: flag };
    return Object.fromEntries(Object.entries(twin.parameters).filter(([key]) => FILLED_IN.includes(key)));
}

/** The strategies in stored form. `path` is their location in the request. */
export const toVariants = (variants: readonly FileVariant[], path: string): StoredVariant[] =>
    checkedVariants(
        variants.map(({ weight, ...variant }) => ({
            ...variant,
            weight: weight ?? 0,
            weightType: weight === undefined ? ('variable' as const) : ('fix' as const),
        })),
        path,
    );

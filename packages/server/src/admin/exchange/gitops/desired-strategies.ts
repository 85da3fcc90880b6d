import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isSame, normalStrategy } from '../../../core/flags/normal-form.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { validateVariants } from '../../catalogue/strategy-rules/variant-rules.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { FileStrategy, FileVariant } from './file.schemas.ts';
import { type NameOfSegment, toFileStrategy } from './file-strategies.ts';

export interface StrategyContext {
    flag: string;
    /** The default stickiness of the project. */
    stickiness: string;
    /** Throws if no segment has the name. */
    segmentId: (name: string, path: string) => number;
    segmentName: NameOfSegment;
    /** The location of the list in the request. */
    path: string;
}

/** Parameters with defaults from the service; if they are missing in the file, they stay unchanged. */
const FILLED_IN = ['rollout', 'stickiness', 'groupId'];

/**
 * Returns the strategies that a file specifies. Strategies are matched with existing ones regardless of their position: first by equal
 * content, then by title, then by type. So a changed strategy keeps its id.
 */
export function desiredStrategies(
    strategies: readonly FileStrategy[],
    current: readonly PastStrategy[],
    context: StrategyContext,
): PastStrategy[] {
    const desired = strategies.map((strategy, index): DesiredStrategy => {
        const path = `${context.path}/${index}`;
        return {
            strategy,
            variants: toVariants(strategy.variants ?? [], `${path}/variants`),
            segments: (strategy.segments ?? []).map((name, position) =>
                context.segmentId(name, `${path}/segments/${position}`),
            ),
        };
    });
    const isFileOf = ({ strategy, segments }: DesiredStrategy, existing: PastStrategy | undefined) =>
        existing !== undefined &&
        isDeepStrictEqual(strategy, toFileStrategy(existing, context.segmentName)) &&
        isDeepStrictEqual(segments, existing.segments ?? []);
    // Most files are as `pull` wrote them, which takes a fraction of the time to detect.
    if (desired.length === current.length && desired.every((each, index) => isFileOf(each, current[index]))) {
        return [...current];
    }
    // The serialized content does not depend on the matched strategy, except for the parameters, so it is computed once.
    const texts = new Map<PastStrategy | DesiredStrategy, string>([
        ...current.map((each) => [each, textOf(each)] as const),
        ...desired.map((each) => [each, textOf(toStrategy(each, undefined, context))] as const),
    ]);
    const isSameContent = (each: DesiredStrategy, match: PastStrategy) =>
        texts.get(each) === texts.get(match) && isSame(parametersOf(each.strategy, match, context), match.parameters);
    const free = new Set(current);
    const matchesByIndex = new Map<number, PastStrategy>();
    const pair = (fits: (desired: DesiredStrategy, existing: PastStrategy) => boolean) => {
        for (const [index, each] of desired.entries()) {
            if (matchesByIndex.has(index)) continue;
            const match = [...free].find((candidate) => fits(each, candidate));
            if (!match) continue;
            free.delete(match);
            matchesByIndex.set(index, match);
        }
    };
    pair(isSameContent);
    pair(({ strategy: { name, title } }, match) => Boolean(title) && title === match.title && name === match.name);
    pair(({ strategy: { name } }, match) => name === match.name);
    return desired.map((each, index) => {
        const match = matchesByIndex.get(index);
        return match && isSameContent(each, match) ? match : toStrategy(each, match, context);
    });
}

/** Returns the content without the parameters, some of which are taken from the existing strategy. */
const textOf = (strategy: PastStrategy) => canonicalJson({ ...normalStrategy(strategy), parameters: {} });

interface DesiredStrategy {
    strategy: FileStrategy;
    variants: StoredVariant[];
    segments: number[];
}

function toStrategy(
    { strategy, variants, segments }: DesiredStrategy,
    match: PastStrategy | undefined,
    context: StrategyContext,
): PastStrategy {
    const { name, title, disabled, constraints = [] } = strategy;
    return {
        id: match?.id ?? randomUUID(),
        name,
        ...(title && { title }),
        ...(disabled && { disabled: true as const }),
        parameters: parametersOf(strategy, match, context),
        // The schema only allows operators of the engine.
        constraints: constraints.map((each) => ({ ...each, values: each.values ?? [] })) as PastStrategy['constraints'],
        variants,
        segments: [...new Set(segments)].sort((a, b) => a - b),
    };
}

function parametersOf(
    { name, parameters = {} }: FileStrategy,
    match: PastStrategy | undefined,
    context: StrategyContext,
): Record<string, string> {
    const specified = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
    return { ...(name === 'flexibleRollout' && filledIn(match, context)), ...specified };
}

function filledIn(match: PastStrategy | undefined, { flag, stickiness }: StrategyContext): Record<string, string> {
    if (!match) return { rollout: '100', stickiness, groupId: flag };
    return Object.fromEntries(Object.entries(match.parameters).filter(([key]) => FILLED_IN.includes(key)));
}

/** Returns the variants in stored form. `path` is their location in the request. */
export const toVariants = (variants: readonly FileVariant[], path: string): StoredVariant[] =>
    validateVariants(
        variants.map(({ weight, ...variant }) => ({
            ...variant,
            weight: weight ?? 0,
            weightType: weight === undefined ? ('variable' as const) : ('fix' as const),
        })),
        path,
    );

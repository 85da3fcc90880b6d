import type { PlaygroundEntry, PlaygroundResults } from './playground.queries.ts';

export type FlagResults = PlaygroundResults['features'][number];

/** One context in one environment, which is a column of the results. */
export interface EvaluatedContext {
    environment: string;
    /** The index among the contexts of the environment. */
    index: number;
    /** The values that distinguish this context from the others; empty for a single context. */
    who: string;
}

/** The columns of the results. All flags of an environment are evaluated with the same contexts, in the same order. */
export function evaluatedContexts(
    features: readonly FlagResults[],
    environments: readonly string[],
): EvaluatedContext[] {
    return environments.flatMap((environment) => {
        const entries = features.find((flag) => flag.environments[environment])?.environments[environment] ?? [];
        const fields = distinctFields(entries);
        return entries.map(({ context }, index) => ({
            environment,
            index,
            who: fields.map((field) => String(contextValue(context, field))).join(', '),
        }));
    });
}

function distinctFields(entries: readonly PlaygroundEntry[]): string[] {
    const fields = [...new Set(entries.flatMap(({ context }) => Object.keys(context)))];
    return fields.filter((field) => new Set(entries.map(({ context }) => contextValue(context, field))).size > 1);
}

const contextValue = (context: PlaygroundEntry['context'], field: string) => context[field] ?? '–';

export const resultAt = (flag: FlagResults, { environment, index }: EvaluatedContext) =>
    flag.environments[environment]?.[index];

/** Returns the overall result. Disabled strategies are skipped, so they never make it unknown. */
export function verdictOf({ isEnabled, strategies }: PlaygroundEntry): 'on' | 'off' | 'unknown' {
    if (isEnabled) return 'on';
    const isOpen = strategies.data.some(({ disabled, result }) => !disabled && result.enabled === 'unknown');
    return strategies.result === 'unknown' && isOpen ? 'unknown' : 'off';
}

/** Whether the result differs between contexts or environments. */
export function differs(flag: FlagResults): boolean {
    const answers = Object.values(flag.environments)
        .flat()
        .map((entry) => `${verdictOf(entry)} ${entry.variant?.enabled ? entry.variant.name : ''}`);
    return new Set(answers).size > 1;
}

import type { Constraint, Schemas, StrategyVariant } from '../../api/types.ts';
import { type Draft, newDraft } from '../strategies/draft.ts';

export type EnvironmentOfProject = Schemas['environmentOfProject'];

/** The default strategy of an environment, for flags that are turned on without their own strategies. */
export function defaultDraft({ defaultStrategy }: EnvironmentOfProject, stickiness: string): Draft {
    const start = newDraft(undefined, stickiness);
    if (!defaultStrategy) return start;
    const { title, disabled, parameters = {}, constraints = [], segments = [], variants = [] } = defaultStrategy;
    return {
        ...start,
        title: title ?? '',
        disabled: disabled ?? false,
        parameters: { ...start.parameters, ...parameters },
        // The response has the same members as the request, but operators are plain text.
        constraints: constraints as Constraint[],
        segments,
        variants: variants as StrategyVariant[],
    };
}

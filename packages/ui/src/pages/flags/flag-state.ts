import type { Flag } from '../../api/types.ts';

/** Whether someone must be asked before the flag is turned on there: which strategy, where all are disabled, is for people to say. */
export const hasOnlyDisabled = (there: { hasStrategies: boolean; hasEnabledStrategies: boolean } | undefined) =>
    there?.hasStrategies === true && !there.hasEnabledStrategies;

/** Whether the flag is on by this strategy alone: without it the service turns the flag off. */
export function isOnOnlyBy(flag: Flag, environment: string, strategyId: string | undefined): boolean {
    const inEnvironment = flag.environments.find(({ name }) => name === environment);
    return (
        inEnvironment?.enabled === true &&
        inEnvironment.strategies.some(({ id }) => id === strategyId) &&
        inEnvironment.strategies.every(({ id, disabled }) => disabled || id === strategyId)
    );
}

interface InEnvironments {
    environments: { name: string; enabled: boolean }[];
}

/** The flag as it is once it has been turned on or off somewhere. */
export function switched<F extends InEnvironments>(flag: F, environment: string, enabled: boolean): F {
    return {
        ...flag,
        environments: flag.environments.map((each) => (each.name === environment ? { ...each, enabled } : each)),
    };
}

/** The flag with its strategies somewhere in another order. */
export const reordered = (flag: Flag, environment: string, ids: readonly string[]): Flag => ({
    ...flag,
    environments: flag.environments.map((each) =>
        each.name === environment
            ? { ...each, strategies: each.strategies.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }
            : each,
    ),
});

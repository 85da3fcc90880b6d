import type { Flag } from '../../api/types.ts';

/** Whether all strategies in an environment are disabled, so that the user must choose one before the flag is turned on. */
export const hasOnlyDisabled = (environment: { hasStrategies: boolean; hasEnabledStrategies: boolean } | undefined) =>
    environment?.hasStrategies === true && !environment.hasEnabledStrategies;

/** Whether this is the only enabled strategy. Without it, the service turns the flag off. */
export function isOnlyEnabledStrategy(flag: Flag, environment: string, strategyId: string | undefined): boolean {
    const inEnvironment = flag.environments.find(({ name }) => name === environment);
    return (
        inEnvironment?.enabled === true &&
        // The active milestone of a release plan has strategies, too.
        !inEnvironment.releasePlans.some(({ activeMilestoneId }) => activeMilestoneId) &&
        inEnvironment.strategies.some(({ id }) => id === strategyId) &&
        inEnvironment.strategies.every(({ id, disabled }) => disabled || id === strategyId)
    );
}

interface FlagSwitches {
    environments: { name: string; enabled: boolean }[];
}

/** Returns the flag with a changed switch in one environment. */
export function withSwitch<F extends FlagSwitches>(flag: F, environment: string, enabled: boolean): F {
    return {
        ...flag,
        environments: flag.environments.map((each) => (each.name === environment ? { ...each, enabled } : each)),
    };
}

/** Returns the flag with reordered strategies in one environment. */
export const reordered = (flag: Flag, environment: string, ids: readonly string[]): Flag => ({
    ...flag,
    environments: flag.environments.map((each) =>
        each.name === environment
            ? { ...each, strategies: each.strategies.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }
            : each,
    ),
});

import { everyone } from './default.ts';
import { importedRollout } from './imported-rollout.ts';
import { applicationHostname, remoteAddress, userWithId } from './membership.ts';
import { flexibleRollout, gradualRollout, gradualRolloutRandom } from './rollout.ts';
import type { StrategyEvaluator } from './rule.ts';

/** All strategy types that the engine can evaluate. Others are custom types, which only their own SDK can evaluate. */
export const strategyTypes = {
    default: everyone,
    flexibleRollout,
    userWithId,
    remoteAddress,
    applicationHostname,
    gradualRolloutUserId: gradualRollout('userId'),
    gradualRolloutSessionId: gradualRollout('sessionId'),
    gradualRolloutRandom,
    importedRollout,
} as const satisfies Record<string, StrategyEvaluator>;

export type StrategyTypeName = keyof typeof strategyTypes;

const isStrategyTypeName = (name: string): name is StrategyTypeName => Object.hasOwn(strategyTypes, name);

export function findStrategyType(name: string): StrategyEvaluator | undefined {
    return isStrategyTypeName(name) ? strategyTypes[name] : undefined;
}

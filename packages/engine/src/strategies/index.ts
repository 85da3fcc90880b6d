import { everyone } from './default.ts';
import { applicationHostname, remoteAddress, userWithId } from './membership.ts';
import { flexibleRollout, gradualRollout, gradualRolloutRandom } from './rollout.ts';
import type { StrategyType } from './rule.ts';

/** Every strategy type the engine can decide. Others are custom types, which only their own SDK can. */
export const strategyTypes: Readonly<Record<string, StrategyType>> = {
    default: everyone,
    flexibleRollout,
    userWithId,
    remoteAddress,
    applicationHostname,
    gradualRolloutUserId: gradualRollout('userId'),
    gradualRolloutSessionId: gradualRollout('sessionId'),
    gradualRolloutRandom,
};

export function findStrategyType(name: string): StrategyType | undefined {
    return Object.hasOwn(strategyTypes, name) ? strategyTypes[name] : undefined;
}

import type { StrategyTypeName } from '@halyard/engine';

const NAMES: Record<StrategyTypeName, string> = {
    flexibleRollout: 'Gradual rollout',
    default: 'Everyone',
    userWithId: 'User ids',
    remoteAddress: 'IP addresses',
    applicationHostname: 'Host names',
    gradualRolloutUserId: 'Gradual rollout by userId',
    gradualRolloutSessionId: 'Gradual rollout by sessionId',
    gradualRolloutRandom: 'Gradual rollout, random',
    importedRollout: 'Imported percentage',
};

/** Returns the display name of a built-in strategy type; undefined for custom types. */
export const strategyName = (name: string) =>
    Object.hasOwn(NAMES, name) ? NAMES[name as StrategyTypeName] : undefined;

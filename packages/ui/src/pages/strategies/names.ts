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

/** What people call a type of strategies; undefined for those that someone made. */
export const strategyName = (name: string) =>
    Object.hasOwn(NAMES, name) ? NAMES[name as StrategyTypeName] : undefined;

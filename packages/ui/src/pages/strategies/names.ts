export const STRATEGY_NAMES: Record<string, string> = {
    flexibleRollout: 'Gradual rollout',
    default: 'Everyone',
    userWithId: 'User ids',
    remoteAddress: 'IP addresses',
    applicationHostname: 'Host names',
};

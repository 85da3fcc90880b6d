/** The maximum number of objects of each kind. Set by the operator, reported by `ui-config`, enforced by commands. */
export interface ResourceLimits {
    segmentValues: number;
    strategySegments: number;
    actionSetActions: number;
    actionSetsPerProject: number;
    actionSetFilters: number;
    actionSetFilterValues: number;
    signalEndpoints: number;
    signalTokensPerEndpoint: number;
    featureEnvironmentStrategies: number;
    constraints: number;
    constraintValues: number;
    environments: number;
    projects: number;
    apiTokens: number;
    segments: number;
    featureFlags: number;
    releaseTemplates: number;
}

export const DEFAULT_RESOURCE_LIMITS: ResourceLimits = {
    segmentValues: 1000,
    strategySegments: 5,
    actionSetActions: 10,
    actionSetsPerProject: 5,
    actionSetFilters: 5,
    actionSetFilterValues: 25,
    signalEndpoints: 5,
    signalTokensPerEndpoint: 5,
    featureEnvironmentStrategies: 30,
    constraints: 30,
    constraintValues: 250,
    environments: 50,
    projects: 500,
    apiTokens: 2000,
    segments: 300,
    featureFlags: 5000,
    releaseTemplates: 10,
};

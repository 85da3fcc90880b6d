import type { components } from './schema.generated.ts';

/** The schemas of the API by name. */
export type Schemas = components['schemas'];

export type Environment = Schemas['environment'];
export type EnvironmentOfProject = Schemas['environmentOfProject'];
export type ListedProject = Schemas['listedProject'];
export type ProjectOverview = Schemas['projectOverview'];

export type FlagOverview = Schemas['featureOverview'];
export type Flag = Schemas['feature'];
export type FlagEnvironment = Schemas['featureEnvironment'];
export type NewFlag = Schemas['newFeature'];
export type FlagOwner = Schemas['featureOwner'];

export type Constraint = Schemas['newConstraint'];
export type StrategyVariant = Schemas['newStrategyVariant'];
export type Strategy = Schemas['featureStrategy'];
/** The service assigns the id. */
export type NewStrategy = Omit<Schemas['newStrategy'], 'id'>;
export type StrategyType = Schemas['strategyType'];

export type Segment = Schemas['segment'];
export type NewSegment = Schemas['newSegment'];
export type ContextField = Schemas['contextField'];
export type NewContextField = Schemas['newContextField'];
export type NewApiToken = Schemas['newApiToken'];
export type ListedFlag = Schemas['foundFeature'];
export type ListedFlags = Schemas['foundFeatures'];
export type ListedEvent = Schemas['foundEvent'];
export type Tag = Schemas['tag'];

export type Permission = Schemas['currentUser']['permissions'][number]['permission'];

/** The current event types. Events of older versions may have other types. */
export type EventType = Schemas['addonType']['events'][number];

export type LiveMessage = Schemas['liveMessage'];
export type LiveChange = Schemas['liveChange'];

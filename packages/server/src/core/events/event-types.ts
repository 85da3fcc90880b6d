/**
 * The subject of an event decides which coordinates it carries, and which publications are rebuilt: `flag`: that flag in all
 * environments. `flagEnvironment`: that flag in one environment. `projectEnvironment`: all flags of the project in one
 * environment. `environment`: all flags in it. `segment`: that segment. `project`, `changeRequest`, `chart` and `instance`: nothing that
 * is visible to SDKs.
 */
interface Coordinates {
    flag: { featureName: string; project: string };
    flagEnvironment: { featureName: string; project: string; environment: string };
    project: { project: string };
    projectEnvironment: { project: string; environment: string };
    environment: { environment: string; project?: undefined };
    segment: { segmentId: number; project?: string | null };
    changeRequest: { project: string; environment: string };
    chart: { featureName?: string; project?: string };
    instance: { project?: string; environment?: string };
}

export type EventScope = keyof Coordinates;

function eventTypes<Scope extends EventScope, Type extends string>(about: Scope, sentences: Record<Type, string>) {
    const types = Object.entries<string>(sentences).map(([type, sentence]) => [type, { about, sentence }]);
    // The keys are those of the sentences.
    return Object.fromEntries(types) as Record<Type, { about: Scope; sentence: string }>;
}

/** The catalogue: the subject of the events, and the sentences shown to users. To add an event type, add a line. */
export const EVENT_TYPES = {
    ...eventTypes('flag', {
        'feature-created': '{actor} created flag {featureName} in project {project}',
        'feature-metadata-updated': '{actor} changed the settings of {featureName}',
        'feature-archived': '{actor} archived {featureName}',
        'feature-revived': '{actor} restored {featureName}',
        'feature-deleted': '{actor} deleted {featureName}',
        'feature-stale-on': '{actor} marked {featureName} as stale',
        'feature-stale-off': '{actor} marked {featureName} as not stale',
        'feature-potentially-stale-on': '{featureName} exceeded the expected lifetime',
        'feature-project-change': '{actor} moved {featureName} to project {project}',
        'feature-completed': '{actor} completed {featureName}',
        'feature-uncompleted': '{actor} reopened {featureName}, which was completed',
        'feature-dependency-added': '{actor} made {featureName} depend on another flag',
        'feature-dependency-removed': '{actor} removed a dependency of {featureName}',
        'feature-dependencies-removed': '{actor} removed all dependencies of {featureName}',
        'feature-link-added': '{actor} added a link to {featureName}',
        'feature-link-updated': '{actor} changed a link of {featureName}',
        'feature-link-removed': '{actor} removed a link of {featureName}',
        'feature-favorited': '{actor} added {featureName} to the favourites',
        'feature-unfavorited': '{actor} removed {featureName} from the favourites',
        'feature-tagged': '{actor} tagged {featureName}',
        'feature-untagged': '{actor} removed a tag from {featureName}',
    }),
    ...eventTypes('flagEnvironment', {
        'feature-environment-enabled': '{actor} turned {featureName} on in {environment}',
        'feature-environment-disabled': '{actor} turned {featureName} off in {environment}',
        'feature-strategy-add': '{actor} added a strategy to {featureName} in {environment}',
        'feature-strategy-update': '{actor} changed a strategy of {featureName} in {environment}',
        'feature-strategy-remove': '{actor} removed a strategy of {featureName} in {environment}',
        'strategy-order-changed': '{actor} reordered the strategies of {featureName} in {environment}',
        'feature-environment-variants-updated': '{actor} changed the variants of {featureName} in {environment}',
        'release-plan-added': '{actor} added a release plan to {featureName} in {environment}',
        'release-plan-removed': '{actor} removed the release plan of {featureName} in {environment}',
        'release-plan-milestone-started': '{actor} started a milestone of {featureName} in {environment}',
        'release-plan-completed': 'The release of {featureName} in {environment} is complete',
        'release-plan-milestone-strategy-updated':
            '{actor} changed a strategy of a milestone of {featureName} in {environment}',
        'milestone-progression-created': '{actor} automated the start of a milestone of {featureName} in {environment}',
        'milestone-progression-changed':
            '{actor} changed when a milestone of {featureName} starts automatically in {environment}',
        'milestone-progression-deleted':
            '{actor} ended the automatic start of a milestone of {featureName} in {environment}',
        'release-plan-progressions-paused': '{actor} paused the release of {featureName} in {environment}',
        'release-plan-progressions-resumed': '{actor} resumed the release of {featureName} in {environment}',
        'safeguard-changed': '{actor} changed a safeguard of {featureName} in {environment}',
        'safeguard-deleted': '{actor} removed a safeguard of {featureName} in {environment}',
        'safeguard-held': '{actor} holds the release of {featureName} in {environment}',
        'experiment-created': '{actor} created an experiment with {featureName} in {environment}',
        'experiment-updated': '{actor} changed an experiment with {featureName} in {environment}',
        'experiment-started': '{actor} started an experiment with {featureName} in {environment}',
        'experiment-stopped': '{actor} stopped an experiment with {featureName} in {environment}',
        'experiment-decided': '{actor} decided an experiment with {featureName} in {environment}',
        'experiment-deleted': '{actor} deleted an experiment with {featureName} in {environment}',
        'experiment-result-found': 'The experiment with {featureName} in {environment} has a result',
        'experiment-sample-ratio-mismatch':
            'The experiment with {featureName} in {environment} has a sample ratio mismatch',
        'safeguard-triggered': '{actor} stopped {featureName} in {environment}',
    }),
    ...eventTypes('instance', {
        'features-imported': '{actor} imported flags into {environment} of project {project}',
    }),
    ...eventTypes('project', {
        'project-created': '{actor} created project {project}',
        'project-updated': '{actor} changed project {project}',
        'project-archived': '{actor} archived project {project}',
        'project-revived': '{actor} restored project {project}',
        'project-deleted': '{actor} deleted project {project}',
        'project-access-added': '{actor} granted access to project {project}',
        'project-access-updated': '{actor} changed the access to project {project}',
        'project-access-user-roles-updated': '{actor} changed the roles of a user in project {project}',
        'project-access-user-roles-deleted': '{actor} revoked the access of a user to project {project}',
        'project-access-group-roles-updated': '{actor} changed the roles of a group in project {project}',
        'project-access-group-roles-deleted': '{actor} revoked the access of a group to project {project}',
        'project-changes-reverted': '{actor} reverted changes in project {project}',
        'project-favorited': '{actor} added project {project} to the favourites',
        'project-unfavorited': '{actor} removed project {project} from the favourites',
        'signal-endpoint-created': '{actor} created a webhook for signals in project {project}',
        'signal-endpoint-updated': '{actor} changed a webhook for signals in project {project}',
        'signal-endpoint-deleted': '{actor} deleted a webhook for signals in project {project}',
        'signal-endpoint-token-created': '{actor} created a token of a webhook for signals in project {project}',
        'signal-endpoint-token-deleted': '{actor} deleted a token of a webhook for signals in project {project}',
    }),
    ...eventTypes('projectEnvironment', {
        'project-environment-added': '{actor} added environment {environment} to project {project}',
        'project-environment-removed': '{actor} removed environment {environment} from project {project}',
    }),
    ...eventTypes('project', {
        'project-environment-copied':
            '{actor} copied the flag configuration of one environment to another in project {project}',
    }),
    ...eventTypes('projectEnvironment', {
        'default-strategy-updated': '{actor} changed the default strategy of {environment} in project {project}',
    }),
    ...eventTypes('changeRequest', {
        'change-request-created': '{actor} drafted a change request for {environment} in project {project}',
        'change-request-discarded': '{actor} discarded the draft of a change request',
        'change-added': '{actor} added a change to a change request for {environment}',
        'change-edited': '{actor} edited a change of a change request for {environment}',
        'change-discarded': '{actor} removed a change from a change request for {environment}',
        'change-request-title-updated': '{actor} renamed a change request for {environment}',
        'change-request-comment-added': '{actor} commented on a change request for {environment}',
        'change-request-requested-approvers-updated':
            '{actor} requested reviewers for a change request for {environment}',
        'change-request-sent-to-review': '{actor} sent a change request for {environment} to review',
        'change-request-approval-added':
            '{actor} approved a change request for {environment}, which needs more approvals',
        'change-request-approved': '{actor} approved a change request for {environment}',
        'change-request-rejected': '{actor} rejected a change request for {environment}',
        'change-request-cancelled': '{actor} cancelled a change request for {environment}',
        'change-request-applied': '{actor} applied a change request in {environment}',
        'change-request-scheduled': '{actor} scheduled a change request for {environment}',
        'change-request-schedule-suspended': 'A scheduled change for {environment} was suspended',
        'change-request-scheduled-application-success': 'A scheduled change was applied in {environment}',
        'change-request-scheduled-application-failure': 'A scheduled change could not be applied in {environment}',
        'change-request-configuration-updated':
            '{actor} changed the approval rules of {environment} in project {project}',
    }),
    ...eventTypes('project', {
        'experiment-settings-updated': '{actor} changed which outcomes project {project} stores',
        'experiment-metric-saved': '{actor} saved a metric of experiments in project {project}',
        'experiment-metric-deleted': '{actor} deleted a metric of experiments in project {project}',
        'experiment-source-created': '{actor} added a data source of experiments to project {project}',
        'experiment-source-updated': '{actor} changed a data source of experiments in project {project}',
        'experiment-source-deleted': '{actor} deleted a data source of experiments in project {project}',
        'flag-policy-updated': '{actor} changed the flag policy of project {project}',
        'persona-created': '{actor} created a persona in project {project}',
        'persona-updated': '{actor} changed a persona of project {project}',
        'persona-deleted': '{actor} deleted a persona of project {project}',
    }),
    ...eventTypes('chart', {
        'impact-metric-created': '{actor} added a chart of a metric',
        'impact-metric-updated': '{actor} changed a chart of a metric',
        'impact-metric-deleted': '{actor} removed a chart of a metric',
    }),
    ...eventTypes('environment', {
        'environment-created': '{actor} created environment {environment}',
        'environment-updated': '{actor} changed environment {environment}',
        'environment-deleted': '{actor} deleted environment {environment}',
    }),
    ...eventTypes('segment', {
        'segment-created': '{actor} created a segment',
        'segment-updated': '{actor} changed a segment',
        'segment-deleted': '{actor} deleted a segment',
    }),
    ...eventTypes('instance', {
        'strategy-created': '{actor} created a strategy type',
        'strategy-updated': '{actor} changed a strategy type',
        'strategy-deleted': '{actor} deleted a strategy type',
        'strategy-deprecated': '{actor} marked a strategy type as deprecated',
        'strategy-reactivated': '{actor} marked a strategy type as not deprecated',
        'event-log-archived': '{actor} moved old events from the log to an archive',
        'context-field-created': '{actor} created a context field',
        'context-field-updated': '{actor} changed a context field',
        'context-field-deleted': '{actor} deleted a context field',
        'tag-created': '{actor} created a tag',
        'tag-deleted': '{actor} deleted a tag',
        'tag-type-created': '{actor} created a tag type',
        'tag-type-updated': '{actor} changed a tag type',
        'tag-type-deleted': '{actor} deleted a tag type',
        'feature-type-updated': '{actor} changed the lifetime of a flag type',
        'application-updated': '{actor} changed an application',
        'application-deleted': '{actor} deleted an application',
        'api-token-created': '{actor} created an API token',
        'api-token-updated': '{actor} changed an API token',
        'api-token-deleted': '{actor} deleted an API token',
        'user-created': '{actor} created a user',
        'user-updated': '{actor} changed a user',
        'user-deleted': '{actor} deleted a user',
        'user-password-changed': '{actor} changed the password of a user',
        'user-identity-linked': 'A user was linked to an identity provider',
        'user-identities-forgotten': '{actor} unlinked a user from the identity providers',
        'user-second-factor-added': '{actor} added a second factor',
        'user-second-factor-removed': '{actor} removed a second factor',
        'user-second-factor-reset': '{actor} removed the second factors of a user',
        'user-recovery-codes-renewed': '{actor} created new recovery codes',
        'user-password-reset-link-created': '{actor} created a password reset link',
        'role-created': '{actor} created a role',
        'role-updated': '{actor} changed a role',
        'role-deleted': '{actor} deleted a role',
        'group-created': '{actor} created a group',
        'group-updated': '{actor} changed a group',
        'group-deleted': '{actor} deleted a group',
        'service-account-created': '{actor} created a service account',
        'service-account-updated': '{actor} changed a service account',
        'service-account-deleted': '{actor} deleted a service account',
        'service-account-token-created': '{actor} created a token for a service account',
        'service-account-token-deleted': '{actor} deleted a token of a service account',
        'pat-created': '{actor} created a personal access token',
        'pat-deleted': '{actor} deleted a personal access token',
        'public-signup-token-created': '{actor} created a signup link',
        'public-signup-token-updated': '{actor} changed a signup link',
        'public-signup-token-user-added': 'A user signed up with a link',
        'addon-config-created': '{actor} created an integration',
        'addon-config-updated': '{actor} changed an integration',
        'addon-config-deleted': '{actor} deleted an integration',
        'impact-metric-registered': '{actor} registered a metric',
        'unit-deleted': '{actor} deleted the outcomes of a user',
        'release-plan-template-created': '{actor} created a release template',
        'release-plan-template-updated': '{actor} changed a release template',
        'release-plan-template-archived': '{actor} archived a release template',
        'release-plan-template-deleted': '{actor} deleted a release template',
        'setting-created': '{actor} set an instance setting',
        'setting-updated': '{actor} changed an instance setting',
    }),
};

export type EventType = keyof typeof EVENT_TYPES;

// The object is never extended, so its keys are exactly the declared names.
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];

export const isEventType = (type: string): type is EventType => Object.hasOwn(EVENT_TYPES, type);

type EventOf<T extends EventType> = {
    type: T;
    /** The state before and after, in wire shape. An event whose two states are equal is not recorded. */
    preData?: unknown;
    data?: unknown;
    /** The tags of the flag, if they are deleted with it; otherwise they are read from the database. */
    tags?: { type: string; value: string }[];
} & Coordinates[(typeof EVENT_TYPES)[T]['about']];

/** An event as recorded by a command. */
export type NewEvent = { [T in EventType]: EventOf<T> }[EventType];

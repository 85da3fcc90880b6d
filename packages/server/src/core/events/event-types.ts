/**
 * The subject of an event decides which coordinates it carries, and which publications are rebuilt: `flag`: that flag in all
 * environments. `flagEnvironment`: that flag in one environment. `projectEnvironment`: all flags of the project in one
 * environment. `environment`: all flags in it. `segment`: that segment. `project`, `changeRequest` and `instance`: nothing that
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
    instance: { project?: string; environment?: string };
}

export type EventScope = keyof Coordinates;

/** The catalogue. `sentence` is shown to users. To add an event type, add a line. */
export const EVENT_TYPES = {
    'feature-created': { about: 'flag', sentence: '{actor} created flag {featureName} in project {project}' },
    'feature-metadata-updated': { about: 'flag', sentence: '{actor} changed the settings of {featureName}' },
    'feature-archived': { about: 'flag', sentence: '{actor} archived {featureName}' },
    'feature-revived': { about: 'flag', sentence: '{actor} restored {featureName}' },
    'feature-deleted': { about: 'flag', sentence: '{actor} deleted {featureName}' },
    'feature-stale-on': { about: 'flag', sentence: '{actor} marked {featureName} as stale' },
    'feature-stale-off': { about: 'flag', sentence: '{actor} marked {featureName} as not stale' },
    'feature-potentially-stale-on': {
        about: 'flag',
        sentence: '{featureName} exceeded the expected lifetime of its type',
    },
    'feature-project-change': { about: 'flag', sentence: '{actor} moved {featureName} to project {project}' },
    'feature-completed': { about: 'flag', sentence: '{actor} completed {featureName}' },
    'feature-uncompleted': { about: 'flag', sentence: '{actor} reopened {featureName}, which was completed' },
    'feature-dependency-added': { about: 'flag', sentence: '{actor} made {featureName} depend on another flag' },
    'feature-dependency-removed': { about: 'flag', sentence: '{actor} removed a dependency of {featureName}' },
    'feature-dependencies-removed': { about: 'flag', sentence: '{actor} removed all dependencies of {featureName}' },
    'feature-link-added': { about: 'flag', sentence: '{actor} added a link to {featureName}' },
    'feature-link-updated': { about: 'flag', sentence: '{actor} changed a link of {featureName}' },
    'feature-link-removed': { about: 'flag', sentence: '{actor} removed a link of {featureName}' },
    'feature-favorited': { about: 'flag', sentence: '{actor} added {featureName} to the favourites' },
    'feature-unfavorited': { about: 'flag', sentence: '{actor} removed {featureName} from the favourites' },
    'feature-tagged': { about: 'flag', sentence: '{actor} tagged {featureName}' },
    'feature-untagged': { about: 'flag', sentence: '{actor} removed a tag from {featureName}' },
    'feature-environment-enabled': {
        about: 'flagEnvironment',
        sentence: '{actor} turned {featureName} on in {environment}',
    },
    'feature-environment-disabled': {
        about: 'flagEnvironment',
        sentence: '{actor} turned {featureName} off in {environment}',
    },
    'feature-strategy-add': {
        about: 'flagEnvironment',
        sentence: '{actor} added a strategy to {featureName} in {environment}',
    },
    'feature-strategy-update': {
        about: 'flagEnvironment',
        sentence: '{actor} changed a strategy of {featureName} in {environment}',
    },
    'feature-strategy-remove': {
        about: 'flagEnvironment',
        sentence: '{actor} removed a strategy of {featureName} in {environment}',
    },
    'strategy-order-changed': {
        about: 'flagEnvironment',
        sentence: '{actor} reordered the strategies of {featureName} in {environment}',
    },
    'feature-environment-variants-updated': {
        about: 'flagEnvironment',
        sentence: '{actor} changed the variants of {featureName} in {environment}',
    },

    'features-imported': {
        about: 'instance',
        sentence: '{actor} imported flags into {environment} of project {project}',
    },

    'project-created': { about: 'project', sentence: '{actor} created project {project}' },
    'project-updated': { about: 'project', sentence: '{actor} changed project {project}' },
    'project-archived': { about: 'project', sentence: '{actor} archived project {project}' },
    'project-revived': { about: 'project', sentence: '{actor} restored project {project}' },
    'project-deleted': { about: 'project', sentence: '{actor} deleted project {project}' },
    'project-access-added': { about: 'project', sentence: '{actor} granted access to project {project}' },
    'project-access-updated': { about: 'project', sentence: '{actor} changed the access to project {project}' },
    'project-access-user-roles-updated': {
        about: 'project',
        sentence: '{actor} changed the roles of a user in project {project}',
    },
    'project-access-user-roles-deleted': {
        about: 'project',
        sentence: '{actor} revoked the access of a user to project {project}',
    },
    'project-access-group-roles-updated': {
        about: 'project',
        sentence: '{actor} changed the roles of a group in project {project}',
    },
    'project-access-group-roles-deleted': {
        about: 'project',
        sentence: '{actor} revoked the access of a group to project {project}',
    },
    'project-changes-reverted': { about: 'project', sentence: '{actor} reverted changes in project {project}' },
    'project-favorited': { about: 'project', sentence: '{actor} added project {project} to the favourites' },
    'project-unfavorited': { about: 'project', sentence: '{actor} removed project {project} from the favourites' },
    'project-environment-added': {
        about: 'projectEnvironment',
        sentence: '{actor} added environment {environment} to project {project}',
    },
    'project-environment-removed': {
        about: 'projectEnvironment',
        sentence: '{actor} removed environment {environment} from project {project}',
    },
    'project-environment-copied': {
        about: 'project',
        sentence: '{actor} copied the flag configuration of one environment to another in project {project}',
    },
    'default-strategy-updated': {
        about: 'projectEnvironment',
        sentence: '{actor} changed the default strategy of {environment} in project {project}',
    },

    'change-request-created': {
        about: 'changeRequest',
        sentence: '{actor} drafted a change request for {environment} in project {project}',
    },
    'change-request-discarded': {
        about: 'changeRequest',
        sentence: '{actor} discarded the draft of a change request',
    },
    'change-added': {
        about: 'changeRequest',
        sentence: '{actor} added a change to a change request for {environment}',
    },
    'change-edited': {
        about: 'changeRequest',
        sentence: '{actor} edited a change of a change request for {environment}',
    },
    'change-discarded': {
        about: 'changeRequest',
        sentence: '{actor} removed a change from a change request for {environment}',
    },
    'change-request-title-updated': {
        about: 'changeRequest',
        sentence: '{actor} renamed a change request for {environment}',
    },
    'change-request-comment-added': {
        about: 'changeRequest',
        sentence: '{actor} commented on a change request for {environment}',
    },
    'change-request-requested-approvers-updated': {
        about: 'changeRequest',
        sentence: '{actor} requested reviewers for a change request for {environment}',
    },
    'change-request-sent-to-review': {
        about: 'changeRequest',
        sentence: '{actor} sent a change request for {environment} to review',
    },
    'change-request-approval-added': {
        about: 'changeRequest',
        sentence: '{actor} approved a change request for {environment}, which needs more approvals',
    },
    'change-request-approved': {
        about: 'changeRequest',
        sentence: '{actor} approved a change request for {environment}',
    },
    'change-request-rejected': {
        about: 'changeRequest',
        sentence: '{actor} rejected a change request for {environment}',
    },
    'change-request-cancelled': {
        about: 'changeRequest',
        sentence: '{actor} cancelled a change request for {environment}',
    },
    'change-request-applied': {
        about: 'changeRequest',
        sentence: '{actor} applied a change request in {environment}',
    },
    'change-request-scheduled': {
        about: 'changeRequest',
        sentence: '{actor} scheduled a change request for {environment}',
    },
    'change-request-schedule-suspended': {
        about: 'changeRequest',
        sentence: 'A scheduled change for {environment} was suspended',
    },
    'change-request-scheduled-application-success': {
        about: 'changeRequest',
        sentence: 'A scheduled change was applied in {environment}',
    },
    'change-request-scheduled-application-failure': {
        about: 'changeRequest',
        sentence: 'A scheduled change could not be applied in {environment}',
    },
    'change-request-configuration-updated': {
        about: 'changeRequest',
        sentence: '{actor} changed the approval rules of {environment} in project {project}',
    },

    'persona-created': { about: 'project', sentence: '{actor} created a persona in project {project}' },
    'persona-updated': { about: 'project', sentence: '{actor} changed a persona of project {project}' },
    'persona-deleted': { about: 'project', sentence: '{actor} deleted a persona of project {project}' },

    'environment-created': { about: 'environment', sentence: '{actor} created environment {environment}' },
    'environment-updated': { about: 'environment', sentence: '{actor} changed environment {environment}' },
    'environment-deleted': { about: 'environment', sentence: '{actor} deleted environment {environment}' },

    'segment-created': { about: 'segment', sentence: '{actor} created a segment' },
    'segment-updated': { about: 'segment', sentence: '{actor} changed a segment' },
    'segment-deleted': { about: 'segment', sentence: '{actor} deleted a segment' },

    'strategy-created': { about: 'instance', sentence: '{actor} created a strategy type' },
    'strategy-updated': { about: 'instance', sentence: '{actor} changed a strategy type' },
    'strategy-deleted': { about: 'instance', sentence: '{actor} deleted a strategy type' },
    'strategy-deprecated': { about: 'instance', sentence: '{actor} marked a strategy type as deprecated' },
    'strategy-reactivated': { about: 'instance', sentence: '{actor} marked a strategy type as not deprecated' },
    'event-log-archived': { about: 'instance', sentence: '{actor} moved old events from the log to an archive' },
    'context-field-created': { about: 'instance', sentence: '{actor} created a context field' },
    'context-field-updated': { about: 'instance', sentence: '{actor} changed a context field' },
    'context-field-deleted': { about: 'instance', sentence: '{actor} deleted a context field' },
    'tag-created': { about: 'instance', sentence: '{actor} created a tag' },
    'tag-deleted': { about: 'instance', sentence: '{actor} deleted a tag' },
    'tag-type-created': { about: 'instance', sentence: '{actor} created a tag type' },
    'tag-type-updated': { about: 'instance', sentence: '{actor} changed a tag type' },
    'tag-type-deleted': { about: 'instance', sentence: '{actor} deleted a tag type' },
    'feature-type-updated': { about: 'instance', sentence: '{actor} changed the lifetime of a flag type' },

    'application-updated': { about: 'instance', sentence: '{actor} changed an application' },
    'application-deleted': { about: 'instance', sentence: '{actor} deleted an application' },
    'api-token-created': { about: 'instance', sentence: '{actor} created an API token' },
    'api-token-updated': { about: 'instance', sentence: '{actor} changed an API token' },
    'api-token-deleted': { about: 'instance', sentence: '{actor} deleted an API token' },
    'user-created': { about: 'instance', sentence: '{actor} created a user' },
    'user-updated': { about: 'instance', sentence: '{actor} changed a user' },
    'user-deleted': { about: 'instance', sentence: '{actor} deleted a user' },
    'user-password-changed': { about: 'instance', sentence: '{actor} changed the password of a user' },
    'user-identity-linked': { about: 'instance', sentence: 'A user was linked to an identity provider' },
    'user-identities-forgotten': {
        about: 'instance',
        sentence: '{actor} unlinked a user from the identity providers',
    },
    'user-password-reset-link-created': { about: 'instance', sentence: '{actor} created a password reset link' },
    'role-created': { about: 'instance', sentence: '{actor} created a role' },
    'role-updated': { about: 'instance', sentence: '{actor} changed a role' },
    'role-deleted': { about: 'instance', sentence: '{actor} deleted a role' },
    'group-created': { about: 'instance', sentence: '{actor} created a group' },
    'group-updated': { about: 'instance', sentence: '{actor} changed a group' },
    'group-deleted': { about: 'instance', sentence: '{actor} deleted a group' },
    'service-account-created': { about: 'instance', sentence: '{actor} created a service account' },
    'service-account-updated': { about: 'instance', sentence: '{actor} changed a service account' },
    'service-account-deleted': { about: 'instance', sentence: '{actor} deleted a service account' },
    'service-account-token-created': { about: 'instance', sentence: '{actor} created a token for a service account' },
    'service-account-token-deleted': { about: 'instance', sentence: '{actor} deleted a token of a service account' },
    'pat-created': { about: 'instance', sentence: '{actor} created a personal access token' },
    'pat-deleted': { about: 'instance', sentence: '{actor} deleted a personal access token' },
    'public-signup-token-created': { about: 'instance', sentence: '{actor} created a signup link' },
    'public-signup-token-updated': { about: 'instance', sentence: '{actor} changed a signup link' },
    'public-signup-token-user-added': { about: 'instance', sentence: 'A user signed up with a link' },
    'addon-config-created': { about: 'instance', sentence: '{actor} created an integration' },
    'addon-config-updated': { about: 'instance', sentence: '{actor} changed an integration' },
    'addon-config-deleted': { about: 'instance', sentence: '{actor} deleted an integration' },
    'setting-created': { about: 'instance', sentence: '{actor} set an instance setting' },
    'setting-updated': { about: 'instance', sentence: '{actor} changed an instance setting' },
} as const satisfies Record<string, { about: EventScope; sentence: string }>;

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

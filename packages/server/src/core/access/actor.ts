import type { Permission } from './permissions.ts';

/** A permission of an actor; without `project` it applies everywhere, without `environment` in all environments. */
export interface Grant {
    permission: Permission;
    project?: string;
    environment?: string;
}

/** The scope of a permission. Empty for permissions of the instance. */
export interface Scope {
    project?: string;
    environment?: string;
}

interface ActorIdentity {
    /** Recorded in the audit log as `createdBy`. */
    name: string;
    /** Recorded in the audit log as `createdByUserId`; negative for actors that are not users. */
    id: number;
}

/** The channel through which an actor acts, if not directly. */
export type Via = 'mcp';

/** The kinds of callers that share an identity, but not a draft. */
export const REQUEST_ORIGINS = ['person', 'agent', 'pipeline'] as const;
export type RequestOrigin = (typeof REQUEST_ORIGINS)[number];

/** A caller of the admin API: a person, a service account, an admin token, or the service itself. */
export interface AdminActor extends ActorIdentity {
    kind: 'admin';
    grants: readonly Grant[];
    /** The private projects that are hidden from the caller: no response may reveal that they exist. */
    hiddenProjects: readonly string[];
    /** The user id of the caller; admin tokens and the service itself have none. */
    userId?: number;
    /** The person behind the caller: a user themselves, or the person who created the token. Undefined: not known. */
    personId?: number;
    /** The time at which the token of the caller expires, if it uses a token that does. */
    expiresAt?: string;
    /** The session of the caller, if it uses one. */
    sessionId?: string;
    /** When the caller last proved a second factor, in its session or with this request. */
    secondFactorAt?: string;
    /** The caller must add a second factor before it can do anything else. */
    mustEnrol?: true;
    /** The reason that the caller specified for the change. */
    reason?: string;
    /** A change that needs approval is proposed instead of rejected. */
    proposes?: boolean;
    /** The change request that gets proposed changes, by its id, or a new one, or one in review. By default the open one of the caller. */
    proposesTo?: number | 'new' | 'review';
    /** The change is only rehearsed: the caller gets its effect, and nothing is stored. */
    rehearses?: boolean;
    /** The id under which the outcome of the change is stored, for a caller whose response is lost. */
    receipt?: { id: string };
    /** Collects the environments whose approvals the change bypassed, for the response. */
    bypassed?: Set<string>;
    /**
     * An agent acts for the user: events record it, and the agent can only propose changes that need approval, which includes all changes
     * in production.
     */
    via?: Via;
    /** A pipeline applies files. */
    isPipeline?: boolean;
}

/** Returns the origin of the change requests that the actor creates. */
export const originOf = ({ via, isPipeline }: AdminActor): RequestOrigin =>
    via ? 'agent' : isPipeline ? 'pipeline' : 'person';

/** The scope of an SDK: one environment, and some or (`*`) all projects. */
export interface SdkActor extends ActorIdentity {
    kind: 'client' | 'frontend';
    tokenId: number;
    environment: string;
    projects: readonly string[];
    /** The key only permits notifications about changes; unlike the token it may appear in a URL. */
    streamKey: string;
}

export type Actor = AdminActor | SdkActor;

/** A directory that manages users and their groups (SCIM); it has no other permissions. */
export interface DirectoryActor extends ActorIdentity {
    kind: 'directory';
}

/** Every actor with credentials. */
export type Caller = Actor | DirectoryActor;

/** Ids in the audit log for actors that are not users. */
export const SYSTEM_USER_ID = -1337;
export const ADMIN_TOKEN_USER_ID = -42;
export const DIRECTORY_USER_ID = -43;
const RELEASE_USER_ID = -1340;
export const SAFEGUARD_USER_ID = -1339;
const SIGNAL_USER_ID = -1341;

export const SYSTEM_ACTOR: AdminActor = {
    kind: 'admin',
    name: 'halyard',
    id: SYSTEM_USER_ID,
    grants: [{ permission: 'ADMIN' }],
    hiddenProjects: [],
};

/** The service itself, where it takes the steps of release plans: as planned, or because a safeguard demands it. */
export const automaticActor = (name: 'release' | 'safeguard', reason: string): AdminActor => ({
    ...SYSTEM_ACTOR,
    name,
    id: name === 'release' ? RELEASE_USER_ID : SAFEGUARD_USER_ID,
    reason,
});

/** Acts on a signal with the permissions of the owner of its rules, and with nothing more. */
export const signalActor = (owner: AdminActor, reason: string): AdminActor => ({
    ...owner,
    name: 'signal',
    id: SIGNAL_USER_ID,
    reason,
});

/** Proposes what needs approval, in a change request that is in review at once. */
export const proposingForReview = (actor: AdminActor): AdminActor => ({
    ...actor,
    proposes: true,
    proposesTo: 'review',
});

/** Acts on harm that a safeguard showed. */
export const SAFEGUARD_ACTOR: AdminActor = { ...SYSTEM_ACTOR, name: 'safeguard', id: SAFEGUARD_USER_ID };

/** Any SDK, if authentication is disabled. */
export const ANONYMOUS_SDK: SdkActor = {
    kind: 'client',
    name: 'anonymous',
    id: SYSTEM_USER_ID,
    tokenId: 0,
    environment: 'development',
    projects: ['*'],
    streamKey: 'anonymous',
};

const covers = (granted: string | undefined, requested: string | undefined) =>
    granted === undefined || granted === '*' || granted === requested;

/** Whether the actor holds the permission, or ADMIN, for that project and environment. */
export function may(actor: AdminActor, permission: Permission, scope: Scope = {}): boolean {
    return actor.grants.some(
        (grant) =>
            grant.permission === 'ADMIN' ||
            (grant.permission === permission &&
                covers(grant.project, scope.project) &&
                covers(grant.environment, scope.environment)),
    );
}

/** Whether the actor may learn that the project, or an object of it, exists; null: the object belongs to no project. */
export const mayKnowOf = ({ hiddenProjects }: AdminActor, project: string | null): boolean =>
    project === null || !hiddenProjects.includes(project);

/** Proposes what needs approval, without exceptions: for changes that are always proposed there. */
export const asProposer = (actor: AdminActor): AdminActor => ({
    ...actor,
    proposes: true,
    proposesTo: actor.proposesTo ?? 'new',
});

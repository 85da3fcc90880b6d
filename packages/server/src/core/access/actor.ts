import type { Permission } from './permissions.ts';

/** A permission someone holds; without `project` everywhere, without `environment` in all environments. */
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
    /** Recorded in the event log as `createdBy`. */
    name: string;
    /** Recorded in the event log as `createdByUserId`; negative for actors that are not users. */
    id: number;
}

/** By what someone acts, where it is not they themselves. */
export type Via = 'mcp';

/** The id of one request, and whether one of its changes stored the outcome already. */
export interface ReceiptState {
    readonly id: string;
    isStored: boolean;
}

/** A caller of the admin API: a person, a service account, an admin token, or the service itself. */
export interface AdminActor extends ActorIdentity {
    kind: 'admin';
    grants: readonly Grant[];
    /** The private projects that the caller may not know of: no answer tells that they exist. */
    hiddenProjects: readonly string[];
    /** The user behind the caller; admin tokens and the service itself have none. */
    userId?: number;
    /** The person behind the caller: a user themselves, or the person who created the token. Undefined: not known. */
    personId?: number;
    /** The session behind the caller, if it is one. */
    sessionId?: string;
    /** Why they do what they are doing, as they say. */
    reason?: string;
    /** A change that needs approval is proposed instead of refused. */
    proposes?: boolean;
    /** They want to know what it would do, and not that it is done. */
    rehearses?: boolean;
    /** Under which id the outcome of the change is stored, for a caller whose response is lost. */
    receipt?: ReceiptState;
    /** An agent acts for them: events say so, and what needs approval, as all in production does then, it can only propose. */
    via?: Via;
}

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

/** A directory that tells us who our users are and in which groups; it may do that and nothing else. */
export interface DirectoryActor extends ActorIdentity {
    kind: 'directory';
}

/** Every actor with credentials. */
export type Caller = Actor | DirectoryActor;

/** Ids that the event log shows for what is not a user. */
export const SYSTEM_USER_ID = -1337;
export const ADMIN_TOKEN_USER_ID = -42;
export const DIRECTORY_USER_ID = -43;

export const SYSTEM_ACTOR: AdminActor = {
    kind: 'admin',
    name: 'halyard',
    id: SYSTEM_USER_ID,
    grants: [{ permission: 'ADMIN' }],
    hiddenProjects: [],
};

/** Any SDK, where nobody has to say who they are. */
export const ANONYMOUS_SDK: SdkActor = {
    kind: 'client',
    name: 'anonymous',
    id: SYSTEM_USER_ID,
    tokenId: 0,
    environment: 'development',
    projects: ['*'],
    streamKey: 'anonymous',
};

const covers = (granted: string | undefined, wanted: string | undefined) =>
    granted === undefined || granted === '*' || granted === wanted;

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

/** Whether the actor may learn that the project exists, or that something of it does; null: it is of no project. */
export const mayKnowOf = ({ hiddenProjects }: AdminActor, project: string | null): boolean =>
    project === null || !hiddenProjects.includes(project);

import { actionNamed } from '../../../../changes/action-registry.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { ChangeRequestTables } from '../../../../storage/tables/change-requests.ts';
import { withProjectPermissions } from '../../proposals/with-project-permissions.ts';

type RequestKind = Pick<ChangeRequestTables['change_requests'], 'kind'>;

type AuthoredRequest = ProjectEnvironment & {
    created_by_user_id: number;
    changes: readonly { action: string }[];
};

/** On whose authority the changes of a request are made: that of its approvals, or that of its author. */
interface Authority {
    needsApproval: boolean;
    /** Whether the actor may apply and schedule the request without a permission for change requests. */
    mayApply(actor: AdminActor, request: AuthoredRequest): boolean;
    /** Whether the actor may cancel the request of another author without being an administrator. */
    mayCancel(actor: AdminActor, request: AuthoredRequest): boolean;
    /** Returns the actor with the permissions with which the changes are made. */
    actorFor(actor: AdminActor, request: AuthoredRequest): AdminActor;
}

const OF_APPROVALS: Authority = {
    needsApproval: true,
    mayApply: () => false,
    mayCancel: () => false,
    actorFor: (actor, { project }) => withProjectPermissions(project, actor),
};

/** A schedule that needs no approval: a user who could make its changes directly may also cancel it. */
const OF_AUTHOR: Authority = {
    needsApproval: false,
    mayApply: ({ id }, { created_by_user_id }) => id === created_by_user_id,
    mayCancel: (actor, { changes, project, environment }) =>
        changes.every(({ action }) =>
            actionNamed(action)!.permissions.some((permission) => may(actor, permission, { project, environment })),
        ),
    actorFor: (actor) => actor,
};

export const authorityOf = ({ kind }: RequestKind): Authority => (kind === 'schedule' ? OF_AUTHOR : OF_APPROVALS);

import type { Permit } from '../../../../changes/permit.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { Db } from '../../../../storage/database.ts';
import {
    type EnvironmentApprovalSettings,
    listSettings,
} from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { loadApprovalContext } from '../approvals/approvals.queries.ts';
import { approvalStatusOf } from '../approvals/approvals.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';

/** Covers the environments whose current rules are met by the approvals of the request, from users who may approve there. */
export async function permitOfApprovals(db: Db, request: StoredRequest): Promise<Permit> {
    const [settings, now] = await Promise.all([settingsByEnvironment(db), loadApprovalContext(db, request)]);
    return {
        groupType: 'change-request',
        covers: (target) => {
            const approvals = settings.get(keyOf(target));
            return approvals !== undefined && approvalStatusOf(request, approvals, now.in(target.project)).isApproved;
        },
    };
}

/** Covers the environments in which the actor may bypass approvals and the rules allow it. */
export async function permitOfBreakGlass(db: Db, actor: AdminActor, reason: string): Promise<Permit> {
    const settings = await settingsByEnvironment(db);
    return {
        groupType: 'change-request',
        breakGlass: { reason },
        covers: (target) => {
            const approvals = settings.get(keyOf(target));
            return approvals !== undefined && mayBreakGlass(actor, approvals);
        },
    };
}

export const mayBreakGlass = (actor: AdminActor, { rules, project, environment }: EnvironmentApprovalSettings) =>
    rules.bypass !== 'nobody' && may(actor, 'SKIP_CHANGE_REQUEST', { project, environment });

/** Returns the settings before the permitted change, because the change may be about them. */
async function settingsByEnvironment(db: Db): Promise<Map<string, EnvironmentApprovalSettings>> {
    return new Map((await listSettings(db)).map((settings) => [keyOf(settings), settings]));
}

const keyOf = ({ project, environment }: ProjectEnvironment) => JSON.stringify([project, environment]);

import type { Permit } from '../../../../changes/guard.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { Db } from '../../../../storage/database.ts';
import {
    type EnvironmentApprovalSettings,
    listSettings,
} from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { circumstancesOf } from '../approvals/approvals.queries.ts';
import { approvalsStand } from '../approvals/approvals.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';

/** Covers the places for which the request has the approvals that these ask for now, from people who may give them there. */
export async function permitOfApprovals(db: Db, request: StoredRequest): Promise<Permit> {
    const [settings, now] = await Promise.all([settingsByPlace(db), circumstancesOf(db, request)]);
    return {
        groupType: 'change-request',
        covers: (place) => {
            const there = settings.get(keyOf(place));
            return there !== undefined && approvalsStand(request, there, now.in(place.project)).isApproved;
        },
    };
}

/** Covers the places where the actor may do without approvals, and the rules leave room for it. */
export async function permitOfBreakGlass(db: Db, actor: AdminActor, reason: string): Promise<Permit> {
    const settings = await settingsByPlace(db);
    return {
        groupType: 'change-request',
        breakGlass: { reason },
        covers: (place) => {
            const there = settings.get(keyOf(place));
            return there !== undefined && mayBreakGlass(actor, there);
        },
    };
}

export const mayBreakGlass = (actor: AdminActor, { rules, project, environment }: EnvironmentApprovalSettings) =>
    rules.bypass !== 'nobody' && may(actor, 'SKIP_CHANGE_REQUEST', { project, environment });

/** As they are before the change that is permitted: it may be about them. */
async function settingsByPlace(db: Db): Promise<Map<string, EnvironmentApprovalSettings>> {
    return new Map((await listSettings(db)).map((settings) => [keyOf(settings), settings]));
}

const keyOf = ({ project, environment }: ProjectEnvironment) => JSON.stringify([project, environment]);

import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { ChangeRequestState } from '../../../storage/tables/change-requests.ts';

/** The states that a request can still leave. */
export const OPEN_STATES = ['Draft', 'In review', 'Approved', 'Scheduled'] as const satisfies ChangeRequestState[];

/** A draft is visible to its author only. */
export const mayViewRequest = (
    actor: AdminActor,
    request: { project: string; state: ChangeRequestState; created_by_user_id: number | null },
) => mayKnowOf(actor, request.project) && (request.state !== 'Draft' || request.created_by_user_id === actor.id);

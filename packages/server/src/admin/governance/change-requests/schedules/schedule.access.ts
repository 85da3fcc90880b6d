import type { PermissionCheck } from '../../../../changes/change.ts';
import { demandOneOf } from '../../../../core/access/demand.ts';
import { authorityOf } from '../request/authority.ts';
import { getRequest, type RequestAddress } from '../request/change-request.queries.ts';

/** Users who may apply a request may schedule it. A schedule that needs no approval may also be scheduled by its author. */
export const maySchedule: PermissionCheck<RequestAddress> = async ({ tx, actor }, address) => {
    const request = await getRequest(tx, { ...address, actor });
    if (authorityOf(request).mayApply(actor, request)) return;
    demandOneOf(actor, ['APPLY_CHANGE_REQUEST'], request);
};

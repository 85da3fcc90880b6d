import { type Change, stepOf, takeStep } from '../../../../changes/change.ts';
import { conflict } from '../../../../core/errors/errors.ts';
import { type ApplyInput, applyRequest } from '../applying/apply.ts';
import { isAwaitingReview, reviewBrokenGlass } from '../applying/break-glass.ts';
import { scheduleRequest } from '../schedules/schedule.commands.ts';
import { getRequest } from './change-request.queries.ts';
import { insertComment } from './discussion.commands.ts';
import { decide, type StateChangeInput } from './state.commands.ts';

/** Moves a request to another state: decides on it, schedules it, or applies it. */
export async function changeState(
    change: Change,
    { project, id, effect, ...update }: StateChangeInput & Pick<ApplyInput, 'effect'>,
): Promise<void> {
    const address = { project, id };
    const request = await getRequest(change.tx, { ...address, actor: change.actor });
    if (update.contentHash !== undefined && update.contentHash !== request.content_hash) {
        throw conflict(`Change request ${id} was edited after you opened it. Review the latest version, then decide.`);
    }
    if (isAwaitingReview(request) && (update.state === 'Approved' || update.state === 'Rejected')) {
        return reviewBrokenGlass(change, request, update);
    }
    if (update.state !== 'Applied' && update.state !== 'Scheduled') return decide(change, { ...address, ...update });
    if (update.comment?.trim()) await insertComment(change, request, update.comment);
    const { breakGlass = false, reason, scheduledAt, timeZone } = update;
    if (update.state === 'Scheduled') {
        await takeStep(change, stepOf(scheduleRequest, { ...address, scheduledAt, timeZone }));
    } else {
        await takeStep(change, stepOf(applyRequest, { ...address, breakGlass, reason, effect }));
    }
}

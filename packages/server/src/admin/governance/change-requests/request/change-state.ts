import { type Change, stepOf, takeStep } from '../../../../changes/write.ts';
import { conflict } from '../../../../core/errors/errors.ts';
import { applyRequest } from '../applying/apply.ts';
import { isAwaitingReview, reviewBrokenGlass } from '../applying/break-glass.ts';
import { scheduleRequest } from '../schedules/schedule.commands.ts';
import { getRequest } from './change-request.queries.ts';
import { insertComment } from './discussion.commands.ts';
import { type Asking, decide } from './state.commands.ts';

/** Brings a request into another state: by a decision, or by doing what was decided. */
export async function changeState(change: Change, { project, id, ...asked }: Asking): Promise<void> {
    const address = { project, id };
    const request = await getRequest(change.tx, { ...address, actor: change.actor });
    if (asked.contentHash !== undefined && asked.contentHash !== request.content_hash) {
        throw conflict(`Change request ${id} was edited since you looked at it. Look at it again, then decide.`);
    }
    if (isAwaitingReview(request) && (asked.state === 'Approved' || asked.state === 'Rejected')) {
        return reviewBrokenGlass(change, request, asked);
    }
    if (asked.state !== 'Applied' && asked.state !== 'Scheduled') return decide(change, { ...address, ...asked });
    if (asked.comment?.trim()) await insertComment(change, request, asked.comment);
    const { breakGlass = false, reason, scheduledAt, timeZone } = asked;
    if (asked.state === 'Scheduled') {
        await takeStep(change, stepOf(scheduleRequest, { ...address, scheduledAt, timeZone }));
    } else {
        await takeStep(change, stepOf(applyRequest, { ...address, breakGlass, reason }));
    }
}

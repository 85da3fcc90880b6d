import { randomUUID } from 'node:crypto';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import type { Tx } from '../../../storage/database.ts';
import type { SafeguardEvaluation } from '../../flags/safeguards/safeguard.schemas.ts';
import { deleteEndedInterests } from '../../observations/assignments/interest.commands.ts';

/** The time between two evaluations of a safeguard. */
const INTERVAL_MS = 30_000;
/** Evaluations are stored for this long. */
const KEPT_MS = 14 * 86_400_000;

export interface CheckedSafeguard {
    id: number;
    /** The time of the check; a change of the safeguard, or another node that was faster, has replaced it. */
    checkAt: string;
    evaluation: SafeguardEvaluation;
    /** Why the plan does not advance; null: the safeguard does not hold it. */
    hold: string | null;
}

/** Stores an evaluation and sets the time of the next one. Returns false if another node did this, or the safeguard was changed. */
export async function storeEvaluation(tx: Tx, { id, checkAt, evaluation, hold }: CheckedSafeguard): Promise<boolean> {
    const { at, state } = evaluation;
    const check_at = new Date(Date.parse(at) + INTERVAL_MS).toISOString();
    const claimed = await tx
        .updateTable('safeguards')
        .set({ state, checked_at: at, check_at, hold })
        .where('id', '=', id)
        .where('check_at', '=', checkAt)
        .returning('id')
        .executeTakeFirst();
    if (!claimed) return false;
    const content = JSON.stringify(evaluation);
    await tx
        .insertInto('safeguard_evaluations')
        .values({ id: randomUUID(), safeguard: id, at, state, content })
        .execute();
    return true;
}

/** Deletes old evaluations, and the units of milestones that ended long ago. */
export const deleteOldEvaluations = (recordObservation: RecordObservation, now: Date) =>
    recordObservation(async (tx) => {
        const before = new Date(now.getTime() - KEPT_MS).toISOString();
        await tx.deleteFrom('safeguard_evaluations').where('at', '<', before).execute();
        await deleteEndedInterests(tx, { owners: 'release:', before });
    });

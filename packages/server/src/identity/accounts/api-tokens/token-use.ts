import type { RecordObservation } from '../../../changes/record-observation.ts';
import { chunked } from '../../../storage/chunked.ts';

export async function recordTokenUse(
    recordObservation: RecordObservation,
    ids: readonly number[],
    now: string,
): Promise<void> {
    if (ids.length === 0) return;
    await recordObservation(async (tx) => {
        for (const chunk of chunked(ids)) {
            await tx.updateTable('api_tokens').set({ seen_at: now }).where('id', 'in', chunk).execute();
        }
    });
}

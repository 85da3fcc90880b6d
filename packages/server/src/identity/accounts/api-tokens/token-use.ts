import type { Observe } from '../../../changes/observe.ts';
import { chunked } from '../../../storage/chunked.ts';

export async function recordTokenUse(observe: Observe, ids: readonly number[], now: string): Promise<void> {
    if (ids.length === 0) return;
    await observe(async (tx) => {
        for (const chunk of chunked(ids)) {
            await tx.updateTable('api_tokens').set({ seen_at: now }).where('id', 'in', chunk).execute();
        }
    });
}

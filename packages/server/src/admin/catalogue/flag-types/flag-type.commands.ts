import type { Change } from '../../../changes/change.ts';
import { getFlagType } from './flag-type.queries.ts';
import type { FlagType, Lifetime } from './flag-type.schemas.ts';

export async function setLifetime(
    { tx, record }: Change,
    { id, lifetimeDays }: Lifetime & { id: string },
): Promise<FlagType> {
    const before = await getFlagType(tx, id);
    // Callers may also send 0 for an unlimited lifetime.
    const after = { ...before, lifetimeDays: lifetimeDays || null };
    await tx.updateTable('flag_types').set({ lifetime_days: after.lifetimeDays }).where('id', '=', id).execute();
    record({ type: 'feature-type-updated', preData: before, data: after });
    return after;
}

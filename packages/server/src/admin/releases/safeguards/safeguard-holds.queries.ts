import type { Db } from '../../../storage/database.ts';

/** Why a plan does not advance by itself; undefined: no safeguard holds it. Thresholds never do. */
export async function findSafeguardHold(db: Db, planId: string): Promise<string | undefined> {
    const row = await db
        .selectFrom('safeguards')
        .select('hold')
        .where('plan', '=', planId)
        .where('hold', 'is not', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
    return row?.hold ?? undefined;
}

import type { Db } from '../../../storage/database.ts';

const ON = 'feature-stale-on';
const OFF = 'feature-stale-off';

/** Whether a flag was marked as stale at a time, given whether it is now. */
export type StalenessAt = (flag: string, time: string, isNow: boolean) => boolean;

/** From the events since then. Before the first, it was the opposite of what that one says. */
export async function stalenessSince(db: Db, since: string): Promise<StalenessAt> {
    const events = await db
        .selectFrom('events')
        .select(['feature_name', 'type', 'created_at'])
        .where('type', 'in', [ON, OFF])
        .where('created_at', '>', since)
        .orderBy('id')
        .execute();
    const byFlag = Map.groupBy(events, ({ feature_name }) => feature_name);
    return (flag, time, isNow) => {
        const marks = byFlag.get(flag);
        if (!marks) return isNow;
        const last = marks.findLast(({ created_at }) => created_at <= time);
        return last ? last.type === ON : marks[0]!.type === OFF;
    };
}

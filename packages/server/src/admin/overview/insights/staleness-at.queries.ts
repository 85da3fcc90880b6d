import type { Db } from '../../../storage/database.ts';

const ON = 'feature-stale-on';
const OFF = 'feature-stale-off';

/** Returns whether a flag was marked as stale at a time; `isNow` is its current state. */
export type StalenessAt = (flag: string, time: string, isNow: boolean) => boolean;

/** Derives the state from events. Before the first event of a flag, its state was the opposite of that event. */
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

import type { Db } from '../../storage/database.ts';

interface RevisionQuery {
    after: number;
    before: string;
    limit: number;
}

/** The last event before a time that ends a change, within a range of events; undefined for none. */
export async function lastRevisionBefore(db: Db, { after, before, limit }: RevisionQuery) {
    if (limit <= after) return undefined;
    // By id: if the clock was set back, younger events with earlier timestamps are excluded.
    const younger = await db
        .selectFrom('events')
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', limit)
        .where('created_at', '>=', before)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
    const last = younger ? younger.id - 1 : limit;
    const next = await groupOf(db, last + 1);
    return (
        db
            .selectFrom('events')
            .select(['id', 'hash', 'created_at'])
            .where('id', '>', after)
            .where('id', '<=', last)
            // The events of one change stay together.
            .$if(next !== undefined, (query) => query.where('group_id', '!=', next!))
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst()
    );
}

async function groupOf(db: Db, id: number): Promise<string | undefined> {
    const row = await db.selectFrom('events').select('group_id').where('id', '=', id).executeTakeFirst();
    return row?.group_id;
}

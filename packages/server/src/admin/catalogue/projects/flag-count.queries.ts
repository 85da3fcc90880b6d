import type { Db } from '../../../storage/database.ts';

export async function countFlags(db: Db, project?: string): Promise<number> {
    const row = await db
        .selectFrom('flags')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('archived_at', 'is', null)
        .$if(project !== undefined, (query) => query.where('project', '=', project!))
        .executeTakeFirstOrThrow();
    return row.count;
}

import type { Db } from '../../../storage/database.ts';

/** Lists the users who created flags of the project, by name, without tokens and the service itself. */
export async function listFlagCreators(db: Db, project: string): Promise<{ id: number; name: string }[]> {
    const rows = await db
        .selectFrom('users')
        .select(['users.id', 'users.name', 'users.username', 'users.email'])
        .where('users.id', 'in', ({ selectFrom }) =>
            selectFrom('flags')
                .select('flags.created_by_user_id')
                .where('flags.project', '=', project)
                .where('flags.archived_at', 'is', null),
        )
        .orderBy('users.id')
        .execute();
    return rows
        .map(({ id, name, username, email }) => ({ id, name: name ?? username ?? email ?? `user ${id}` }))
        .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

import type { Db } from '../../storage/database.ts';
import type { OnboardingStatus } from './insights.schemas.ts';

/** How many flags of a project there are of each type; archived ones do not count. */
export function countFlagsByType(db: Db, project: string): Promise<{ type: string; count: number }[]> {
    return db
        .selectFrom('flags')
        .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
        .where('project', '=', project)
        .where('archived_at', 'is', null)
        .groupBy('type')
        .orderBy('type')
        .execute();
}

/** How far the people of a project have come: no flag yet, a flag, or a flag that an SDK asked for. */
export async function findOnboardingStatus(db: Db, project: string): Promise<OnboardingStatus> {
    const flags = db.selectFrom('flags').where('flags.project', '=', project);
    const used = await flags
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .select('flags.name')
        .where('flag_environments.last_seen_at', 'is not', null)
        .limit(1)
        .executeTakeFirst();
    if (used) return onboardingStatus(used.name, true);
    const first = await flags
        .select('flags.name')
        .orderBy('flags.created_at')
        .orderBy('flags.name')
        .limit(1)
        .executeTakeFirst();
    return onboardingStatus(first?.name ?? null, false);
}

export function onboardingStatus(firstFlag: string | null, anyUsed: boolean): OnboardingStatus {
    if (anyUsed) return { status: 'onboarded' };
    return firstFlag === null ? { status: 'onboarding-started' } : { status: 'first-flag-created', feature: firstFlag };
}

/** Who created flags of the project, by name; tokens and the service itself are nobody. */
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

import type { Db } from '../../storage/database.ts';
import type { FlagConditions } from './health.ts';

const NO_FLAGS: FlagConditions = { total: 0, stale: 0, potentiallyStale: 0 };

/** The conditions of the flags of all projects that have any. */
export async function flagConditionsByProject(db: Db): Promise<Map<string, FlagConditions>> {
    const byProject = new Map<string, FlagConditions>();
    for (const { project, ...counted } of await countConditions(db)) {
        byProject.set(project, plus(byProject.get(project) ?? NO_FLAGS, counted));
    }
    return byProject;
}

export async function flagConditions(db: Db, project: string): Promise<FlagConditions> {
    return (await countConditions(db, project)).reduce<FlagConditions>(plus, NO_FLAGS);
}

interface Counted {
    stale: boolean | null;
    potentially_stale: boolean;
    count: number;
}

function countConditions(db: Db, project?: string): Promise<(Counted & { project: string })[]> {
    return db
        .selectFrom('flags')
        .select(({ fn }) => ['project', 'stale', 'potentially_stale', fn.countAll<number>().as('count')])
        .where('archived_at', 'is', null)
        .$if(project !== undefined, (query) => query.where('project', '=', project!))
        .groupBy(['project', 'stale', 'potentially_stale'])
        .execute();
}

/** What a person said about a flag counts before its age. */
const plus = (sum: FlagConditions, { stale, potentially_stale, count }: Counted): FlagConditions => ({
    total: sum.total + count,
    stale: sum.stale + (stale === true ? count : 0),
    potentiallyStale: sum.potentiallyStale + (stale === null && potentially_stale ? count : 0),
});

import type { AdminActor } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { LifecycleStage } from '../../../storage/tables/flags.ts';
import type { ReachedStage } from './lifecycle.schemas.ts';

/** The lifecycle stages of a flag. Each stage is entered at most once; the last entered stage is the current one. */
export const STAGES = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const satisfies LifecycleStage[];

/** Returns the stages that a flag has reached, in order; empty for a flag that does not exist. */
export async function listStages(db: Db, flag: string): Promise<ReachedStage[]> {
    const stages = await stagesOf(db, [flag]);
    return stages.get(flag) ?? [];
}

/** Returns the current stage of each of these flags. */
export async function currentStages(db: Db, flags: readonly string[]): Promise<Map<string, ReachedStage>> {
    const stages = await stagesOf(db, flags);
    return new Map([...stages].map(([flag, reached]) => [flag, reached.at(-1)!]));
}

async function stagesOf(db: Db, flags: readonly string[]): Promise<Map<string, ReachedStage[]>> {
    const stages = new Map<string, ReachedStage[]>();
    for (const names of chunked(flags)) {
        for (const { flag, stage, entered_at, status } of await stageRows(db, { names })) {
            const reached = { stage, ...(status !== null && { status }), enteredStageAt: entered_at };
            const list = stages.get(flag);
            if (list) list.push(reached);
            else stages.set(flag, [reached]);
        }
    }
    return stages;
}

const stageRows = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db.selectFrom('flag_stages').selectAll().where('flag', 'in', names).orderBy('flag').orderBy('position'),
);

/** Returns the number of flags in each stage, in the projects that are visible to the actor. */
export async function countByStage(db: Db, actor: AdminActor): Promise<Record<LifecycleStage, number>> {
    const rows = await db
        .selectFrom((query) =>
            query
                .selectFrom('flag_stages')
                .innerJoin('flags', 'flags.name', 'flag_stages.flag')
                .select(({ fn }) => fn.max('position').as('position'))
                .where(inKnownProject(actor, 'flags.project'))
                .groupBy('flag_stages.flag')
                .as('current'),
        )
        .select(({ fn }) => ['position', fn.countAll<number>().as('count')])
        .groupBy('position')
        .execute();
    const countAt = (position: number) => rows.find((row) => row.position === position)?.count ?? 0;
    return {
        initial: countAt(0),
        'pre-live': countAt(1),
        live: countAt(2),
        completed: countAt(3),
        archived: countAt(4),
    };
}

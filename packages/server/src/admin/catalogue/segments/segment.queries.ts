import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { findFlagOfStrategy } from '../../../storage/strategies/strategy-rows.ts';
import { listSegmentsOf } from '../../../storage/strategies/strategy-uses.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { UseCounts } from '../use-counts/use-counts.ts';
import type { Segment } from './segment.schemas.ts';

export type SegmentRow = Selectable<Tables['segments']>;

export function findSegment(db: Db, id: number): Promise<SegmentRow | undefined> {
    return db.selectFrom('segments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getSegment(db: Db, id: number): Promise<SegmentRow> {
    const segment = await findSegment(db, id);
    if (!segment) throw noSuchSegment(id);
    return segment;
}

/** Returns a segment that the actor can see. A segment of a hidden project is treated as missing. */
export async function getKnownSegment(db: Db, actor: AdminActor, id: number): Promise<SegmentRow> {
    const segment = await getSegment(db, id);
    if (!mayKnowOf(actor, segment.project)) throw noSuchSegment(id);
    return segment;
}

const noSuchSegment = (id: number) => notFound(`segment ${id}`);

export function findSegmentByName(db: Db, name: string): Promise<SegmentRow | undefined> {
    return db.selectFrom('segments').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function countSegments(db: Db): Promise<number> {
    const row = await db
        .selectFrom('segments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Reads all segments that the actor can see, or one, in batches, with the number of flags and projects that use each. */
export async function* readSegments(
    { db, useCounts }: { db: Db; useCounts: UseCounts },
    actor: AdminActor,
    id?: number,
): AsyncGenerator<Segment[]> {
    const ids = await db
        .selectFrom('segments')
        .select('id')
        .$if(id !== undefined, (query) => query.where('id', '=', id!))
        .orderBy('name')
        .execute();
    const uses = await useCounts.segments.knownTo(actor);
    for (const batch of chunked(ids)) {
        const rows = await segmentsByIds(db, { ids: batch.map((segment) => segment.id) });
        yield rows
            .filter(({ project }) => mayKnowOf(actor, project))
            .map((row) => ({
                ...toSegment(row),
                usedInFeatures: uses.get(row.id)?.flags ?? 0,
                usedInProjects: uses.get(row.id)?.projects ?? 0,
            }));
    }
}

const segmentsByIds = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    db.selectFrom('segments').selectAll().where('id', 'in', ids).orderBy('name'),
);

/** Lists the segments of a strategy, unless its project is hidden from the actor. */
export async function listSegmentsOfStrategy(db: Db, actor: AdminActor, strategyId: string): Promise<Segment[]> {
    const strategy = await findFlagOfStrategy(db, strategyId);
    if (!strategy || !mayKnowOf(actor, strategy.project)) throw notFound(`strategy ${strategyId}`);
    const rows = await listSegmentsOf(db, strategyId);
    return rows.map(toSegment);
}

export function toSegment(row: SegmentRow): Segment {
    return {
        id: row.id,
        name: row.name,
        description: row.description,
        project: row.project,
        constraints: row.constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] })),
        createdBy: row.created_by,
        createdAt: row.created_at,
    };
}

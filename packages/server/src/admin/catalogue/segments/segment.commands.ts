import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { conflict, exceedsLimit, invalid, nameExists } from '../../../core/errors/errors.ts';
import { lastNumber, setLastNumber } from '../../../storage/counters.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { listFlagsWithSegment } from '../../../storage/strategies/strategy-uses.ts';
import type { StoredConstraint } from '../../../storage/tables/strategies.ts';
import { fieldsOf, loadLegalValues, validateConstraints } from '../constraints/constraint-rules.ts';
import { findKnownProject, findProject } from '../projects/project.queries.ts';
import { describeUsers, projectsWithDefault } from '../strategy-rules/strategy-usage.queries.ts';
import { listProposedSegmentUses } from './proposed-segment-uses.queries.ts';
import { maySetSegmentProject } from './segment.access.ts';
import {
    countSegments,
    findSegment,
    findSegmentByName,
    getKnownSegment,
    type SegmentRow,
    toSegment,
} from './segment.queries.ts';
import type { NewSegment, ProposedSegment, Segment } from './segment.schemas.ts';

export async function createSegment(change: Change, input: ProposedSegment): Promise<Segment> {
    const { tx, record, limits, actor, now } = change;
    if (await findSegmentByName(tx, input.name)) throw nameExists(`Segment ${input.name}`);
    if ((await countSegments(tx)) >= limits.segments) throw exceedsLimit('segments', limits.segments);
    const constraints = await checkedContent(change, input);
    const row = await tx
        .insertInto('segments')
        .values({
            id: await freeId(tx, input.id),
            name: input.name,
            description: input.description ?? null,
            project: input.project ?? null,
            constraints: JSON.stringify(constraints),
            created_by: actor.name,
            created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    await insertFields(tx, row.id, constraints);
    const segment = toSegment(row);
    record({ type: 'segment-created', segmentId: row.id, project: row.project, data: segment });
    return segment;
}

/** The maximum distance of a chosen id from the newest one: otherwise one request could exhaust all ids. */
const MAX_ID_GAP = 1_000;

/** Returns the requested id if it is free, otherwise an id that was never used. */
async function freeId(tx: Tx, requested: number | undefined): Promise<number> {
    const last = await lastNumber(tx, 'segments');
    const id = requested ?? last + 1;
    if (id > last + MAX_ID_GAP) {
        throw invalid(`The newest segment had the id ${last}. Leave the id out, or choose a lower one.`, '/body/id');
    }
    if (requested !== undefined && (await findSegment(tx, requested))) {
        throw conflict(`Segment ${requested} already exists. Omit the id, or use another one.`);
    }
    if (id > last) await setLastNumber(tx, 'segments', id);
    return id;
}

/** Replaces a segment. Omitted members are removed: without a project, all projects may use it. */
export const updateSegment = withPermissionCheck(maySetSegmentProject, replaceSegment);

async function replaceSegment(change: Change, { id, ...input }: NewSegment & { id: number }): Promise<void> {
    const { tx, record } = change;
    const before = await getKnownSegment(tx, change.actor, id);
    const sameName = await findSegmentByName(tx, input.name);
    if (sameName && sameName.id !== id) throw nameExists(`Segment ${input.name}`);
    const constraints = await checkedContent(change, input, before);
    const after: SegmentRow = {
        ...before,
        name: input.name,
        description: input.description ?? null,
        project: input.project ?? null,
        constraints,
    };
    await checkOnlyUsedIn(change, after);
    await tx
        .updateTable('segments')
        .set({ ...after, constraints: JSON.stringify(constraints) })
        .where('id', '=', id)
        .execute();
    await tx.deleteFrom('segment_context_fields').where('segment_id', '=', id).execute();
    await insertFields(tx, id, constraints);
    const { project, ...rest } = toSegment(before);
    record({
        type: 'segment-updated',
        segmentId: id,
        project: after.project,
        // The event belongs to the new project: its readers may lack access to a private previous one.
        preData: after.project !== project && (await isPrivate(tx, project)) ? rest : { ...rest, project },
        data: toSegment(after),
    });
}

async function isPrivate(db: Db, project: string | null): Promise<boolean> {
    return project !== null && (await findProject(db, project))?.mode === 'private';
}

/** Deletes a segment that no strategy uses. Without the segment, a strategy would match more users than intended. */
export async function deleteSegment({ tx, record, actor }: Change, { id }: { id: number }): Promise<void> {
    const segment = await getKnownSegment(tx, actor, id);
    const users = await usersOf({ tx, actor }, id);
    if (users) throw conflict(`Segment ${segment.name} is used by ${users}. Remove it there first.`);
    const [proposed] = await listProposedSegmentUses(tx, actor, id);
    if (proposed) {
        const { changeRequest, projectId } = proposed;
        throw conflict(
            `Change request ${changeRequest.id} of project ${projectId} would use segment ${segment.name}. Apply, reject or edit it first.`,
        );
    }
    await tx.deleteFrom('segments').where('id', '=', id).execute();
    record({ type: 'segment-deleted', segmentId: id, project: segment.project, preData: toSegment(segment) });
}

async function checkedContent(
    { tx, limits, actor }: Change,
    { project = null, constraints }: NewSegment,
    before?: SegmentRow,
): Promise<StoredConstraint[]> {
    if (project !== null && !(await findKnownProject(tx, actor, project))) {
        throw invalid(`There is no project ${project}. Use an existing one.`, '/body/project');
    }
    if (countValues(constraints) > Math.max(limits.segmentValues, countValues(before?.constraints ?? []))) {
        throw exceedsLimit('values in one segment', limits.segmentValues);
    }
    const legalValues = await loadLegalValues(tx, fieldsOf(constraints), project);
    return validateConstraints(constraints, { legalValues, path: '/body/constraints' });
}

const countValues = (constraints: readonly StoredConstraint[]) =>
    constraints.reduce((sum, { values = [] }) => sum + values.length, 0);

async function checkOnlyUsedIn(change: Change, { id, project }: SegmentRow): Promise<void> {
    if (project === null) return;
    const others = await usersOf(change, id, { outside: project });
    if (!others) return;
    throw invalid(
        `The segment is used outside project ${project}, by ${others}. Remove it there first.`,
        '/body/project',
    );
}

/** Describes the users of a segment, optionally only those outside one project. Undefined if it is unused. */
async function usersOf({ tx, actor }: Pick<Change, 'tx' | 'actor'>, id: number, { outside = '' } = {}) {
    const defaults = await projectsWithDefault(tx, ({ segments = [] }) => segments.includes(id));
    return describeUsers(actor, {
        flag: await listFlagsWithSegment(tx, id, outside),
        'the defaults of project': defaults.filter(({ project }) => project !== outside),
    });
}

async function insertFields(tx: Tx, segment_id: number, constraints: readonly StoredConstraint[]): Promise<void> {
    const fields = fieldsOf(constraints);
    if (fields.length === 0) return;
    await tx
        .insertInto('segment_context_fields')
        .values(fields.map((field) => ({ segment_id, field })))
        .execute();
}

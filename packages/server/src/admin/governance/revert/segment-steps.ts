import type { ProposedStep } from '../../../changes/proposable.ts';
import { conflict } from '../../../core/errors/errors.ts';
import { isSame, normalContent } from '../../../core/flags/normal-form.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import { namesIn, publishedAt } from '../../../publications/definitions-at.ts';
import { ALL_ENVIRONMENTS } from '../../../publications/publications.ts';
import type { Db } from '../../../storage/database.ts';
import { segmentActions } from '../../catalogue/segments/segment.proposables.ts';
import { findSegment, toSegment } from '../../catalogue/segments/segment.queries.ts';
import type { Segment } from '../../catalogue/segments/segment.schemas.ts';
import { descriptionsAt } from '../../catalogue/segments/segments-at.ts';
import { strategyIn } from '../change-requests/merge/references.ts';

type Content = Pick<Segment, 'id' | 'name' | 'description' | 'project' | 'constraints'>;

/** Returns segments at a revision, without segments that did not exist. */
async function segmentsAt(db: Db, revision: number, ids: readonly number[]): Promise<Map<number, Content>> {
    if (ids.length === 0) return new Map();
    const scope = { environment: ALL_ENVIRONMENTS, revision, kinds: ['segment' as const] };
    const described = await descriptionsAt(db, revision);
    const rows = await publishedAt(db, { ...scope, names: ids.map(String) });
    return new Map(
        rows.map(({ name, project, definition }) => {
            // Published definitions of segments have this shape.
            const segment = JSON.parse(definition!) as Pick<Segment, 'id' | 'name' | 'constraints'>;
            return [Number(name), { ...segment, project, description: described.get(segment.id)?.description ?? null }];
        }),
    );
}

// The description is not published, so it is unknown for revisions whose events have been archived.
const comparable = ({ name, project, constraints }: Content) => normalContent({ name, project, constraints });

const isSameSegment = (left: Content | undefined, right: Content | undefined) =>
    isSame(left && comparable(left), right && comparable(right));

const { addSegment, updateSegment, deleteSegment } = segmentActions;

/** Returns the steps that restore the segments of a project. Global segments are not changed, because other projects use them too. */
export async function segmentSteps(
    db: Db,
    { project, revision, notes }: { project: string; revision: number; notes: string[] },
): Promise<ProposedStep[]> {
    const ids = (await namesIn(db, ALL_ENVIRONMENTS, revision)).map(Number);
    const steps: ProposedStep[] = [];
    for (const [id, then] of await segmentsAt(db, revision, ids)) {
        const row = await findSegment(db, id);
        if (!row || isSameSegment(toSegment(row), then)) continue;
        if (then.project === project && row.project === project) steps.push(updateSegment.proposed({}, then));
        else if (then.project === null && row.project === null) {
            notes.push(`Segment ${then.name} belongs to all projects and is not changed.`);
        }
    }
    return steps;
}

/** Returns steps that create the segments that the steps need and that have been deleted since. */
export async function missingSegments(
    db: Db,
    {
        steps,
        revision,
        made = [],
    }: { steps: readonly ProposedStep[]; revision: number; made?: readonly ProposedStep[] },
): Promise<ProposedStep[]> {
    const needed = new Set(
        steps.flatMap(({ action, payload }) => strategyIn({ action, feature: null, payload })?.segments ?? []),
    );
    for (const { action, payload } of made) {
        if (action === addSegment.name) needed.delete(Number(asRecord(payload)['id']));
    }
    const deleted: number[] = [];
    for (const id of needed) if (!(await findSegment(db, id))) deleted.push(id);
    const then = await segmentsAt(db, revision, deleted);
    return deleted.map((id) => {
        const segment = then.get(id);
        if (!segment)
            throw conflict(
                `Segment ${id} no longer exists, and its content is unknown. Remove it from the strategy first.`,
            );
        return addSegment.proposed({}, segment);
    });
}

/** Returns the steps that undo one change of segments. */
export async function segmentsWithout(
    db: Db,
    { ids, before, after }: { ids: readonly number[]; before: number; after: number },
): Promise<ProposedStep[]> {
    const [left, right] = [await segmentsAt(db, before, ids), await segmentsAt(db, after, ids)];
    const steps: ProposedStep[] = [];
    for (const id of ids) {
        const [segmentBefore, segmentAfter, row] = [left.get(id), right.get(id), await findSegment(db, id)];
        const now = row && toSegment(row);
        if (isSameSegment(now, segmentBefore)) continue;
        if (!isSameSegment(now, segmentAfter)) {
            const name = (segmentAfter ?? segmentBefore)?.name ?? id;
            throw conflict(`Segment ${name} was changed again later. Revert the later change first.`);
        }
        if (segmentBefore === undefined) steps.push(deleteSegment.proposed({}, { id }));
        else steps.push((now === undefined ? addSegment : updateSegment).proposed({}, segmentBefore));
    }
    return steps;
}

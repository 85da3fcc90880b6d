import { hash } from 'node:crypto';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { Tx } from '../../../storage/database.ts';
import type { MilestoneReference } from '../../../storage/releases/milestone-uses.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import type { StoredMilestoneStrategy, StoredTransitionCondition } from '../../../storage/tables/releases.ts';
import { fieldsOf } from '../../catalogue/constraints/constraint-rules.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';

/** Everything that automatic steps of the plan may serve, and when. */
export const contentHashOf = ({ milestones }: Pick<StoredPlan, 'milestones'>): string =>
    hash(
        'sha256',
        canonicalJson(
            milestones.map(({ id, name, sort_order, strategies, condition, target_id }) => ({
                id,
                name,
                sort_order,
                strategies,
                condition,
                target_id,
            })),
        ),
        'hex',
    );

export async function insertPlan(tx: Tx, plan: Omit<StoredPlan, 'number' | 'content_hash'>): Promise<void> {
    const { milestones, ...row } = plan;
    await tx
        .insertInto('release_plans')
        .values({ ...row, number: await nextNumber(tx), content_hash: contentHashOf(plan) })
        .execute();
    for (const milestone of milestones) {
        await tx
            .insertInto('release_milestones')
            .values({
                ...milestone,
                strategies: JSON.stringify(milestone.strategies),
                condition: milestone.condition && JSON.stringify(milestone.condition),
                usage_before: null,
            })
            .execute();
        await insertReferences(tx, milestone);
    }
}

/** Not from a sequence, of which a rehearsal would use a number. */
async function nextNumber(tx: Tx): Promise<number> {
    const { last } = await tx
        .selectFrom('release_plans')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow();
    return (last ?? 0) + 1;
}

/** Everything in the milestone that was allowed with this change. */
export interface MilestoneContent {
    strategies?: StoredMilestoneStrategy[];
    condition?: StoredTransitionCondition | null;
    target_id?: string | null;
    progressed_at?: null;
}

/** Stores changed content. The hash records that the content is as of a change that was allowed. */
export async function saveMilestone(
    tx: Tx,
    { plan, milestone }: { plan: StoredPlan; milestone: MilestoneRow },
    { strategies, condition, ...content }: MilestoneContent,
): Promise<MilestoneRow> {
    await tx
        .updateTable('release_milestones')
        .set({
            ...content,
            ...(strategies && { strategies: JSON.stringify(strategies) }),
            ...(condition !== undefined && { condition: condition && JSON.stringify(condition) }),
        })
        .where('id', '=', milestone.id)
        .execute();
    const after: MilestoneRow = {
        ...milestone,
        ...content,
        ...(strategies && { strategies }),
        ...(condition !== undefined && { condition }),
    };
    if (strategies) {
        await tx.deleteFrom('release_milestone_references').where('milestone_id', '=', milestone.id).execute();
        await insertReferences(tx, after);
    }
    // A change of one milestone does not allow what differs in the plan already.
    if (contentHashOf(plan) !== plan.content_hash) return after;
    const milestones = plan.milestones.map((each) => (each.id === milestone.id ? after : each));
    await tx
        .updateTable('release_plans')
        .set({ content_hash: contentHashOf({ milestones }) })
        .where('id', '=', plan.id)
        .execute();
    return after;
}

async function insertReferences(tx: Tx, { id, strategies }: Pick<MilestoneRow, 'id' | 'strategies'>): Promise<void> {
    const names: Record<MilestoneReference, string[]> = {
        strategy: strategies.map((strategy) => strategy.id),
        type: strategies.map(({ name }) => name),
        segment: strategies.flatMap(({ segments }) => segments.map(String)),
        field: strategies.flatMap(({ constraints }) => fieldsOf(constraints)),
    };
    const references = Object.entries(names).flatMap(([kind, list]) =>
        [...new Set(list)].map((name) => ({ milestone_id: id, kind, name })),
    );
    if (references.length === 0) return;
    await tx.insertInto('release_milestone_references').values(references).execute();
}

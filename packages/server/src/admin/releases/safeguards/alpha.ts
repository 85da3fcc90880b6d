import type { Db } from '../../../storage/database.ts';
import { isThreshold, listSafeguards, type StoredSafeguard } from '../../flags/safeguards/safeguard.queries.ts';
import { ALPHA } from './comparison/decide-comparison.ts';
import type { ActiveMilestone } from './comparison/plan-interests.ts';

/** Returns the share of a comparing safeguard in one milestone. The sum over all of them, and all milestones of the plan, is at most ALPHA. */
export async function alphaOf(
    db: Db,
    safeguard: StoredSafeguard,
    { comparable }: Pick<ActiveMilestone, 'comparable'>,
): Promise<number> {
    const siblings = await listSafeguards(db, safeguard, safeguard.planId);
    const comparing = siblings.filter(({ rule }) => !isThreshold(rule)).length;
    return ALPHA / Math.max(1, comparing * comparable);
}

import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import { nextNumber } from '../../../storage/counters.ts';
import {
    type FlagEnvironmentAddress,
    getSafeguard,
    isThreshold,
    listSafeguards,
    type SafeguardRule,
    type StoredSafeguard,
    toSafeguard,
} from '../../flags/safeguards/safeguard.queries.ts';
import {
    COUNT_DEFAULTS,
    type NewPlanSafeguard,
    type OutcomeComparison,
    SAFEGUARD_DEFAULTS,
} from '../../flags/safeguards/safeguard.schemas.ts';
import { getPlan } from '../plans/plan.queries.ts';
import { isSameSubject, kindOf } from './safeguard-subjects.ts';

interface PlanAddress extends FlagEnvironmentAddress {
    planId: string;
}

/** The false alarms of a plan are divided among its comparisons. */
const MAX_OF_PLAN = 10;

/** Adds a safeguard to a plan, or replaces it: a plan has one threshold, and one comparison for each outcome or counted metric. */
export async function savePlanSafeguard(
    change: Change,
    { safeguard, ...address }: PlanAddress & { safeguard: NewPlanSafeguard },
): Promise<void> {
    const { tx, now, record } = change;
    const { planId, ...scope } = address;
    await getPlan(tx, address);
    const rule = toRule(safeguard);
    const existing = await listSafeguards(tx, scope, planId);
    const before = existing.find((each) => isSame(each, rule, safeguard.id));
    if (!before && existing.length >= MAX_OF_PLAN) throw exceedsLimit('safeguards of a plan', MAX_OF_PLAN);
    const id = before?.id ?? (await nextNumber(tx, 'safeguards'));
    const values = {
        ...{ kind: kindOf(rule), content: JSON.stringify(rule), state: null, checked_at: null, hold: null },
        ...{ check_at: now, changed_at: now },
    };
    if (before) await tx.updateTable('safeguards').set(values).where('id', '=', id).execute();
    else {
        const { featureName: flag, environment } = scope;
        await tx
            .insertInto('safeguards')
            .values({ id, flag, environment, plan: planId, created_at: now, ...values })
            .execute();
    }
    record({
        type: 'safeguard-changed',
        ...scope,
        ...(before && { preData: toSafeguard(before) }),
        data: toSafeguard({ ...scope, id, planId, rule }),
    });
}

export async function deletePlanSafeguard(
    change: Change,
    { safeguardId, ...address }: PlanAddress & { safeguardId: string },
): Promise<void> {
    const { planId: _, ...scope } = address;
    await getPlan(change.tx, address);
    const safeguard = await getSafeguard(change.tx, address, safeguardId);
    await change.tx.deleteFrom('safeguards').where('id', '=', safeguard.id).execute();
    change.record({ type: 'safeguard-deleted', ...scope, preData: toSafeguard(safeguard) });
}

function isSame({ id, rule: stored }: StoredSafeguard, rule: SafeguardRule, requested: string | undefined): boolean {
    if (kindOf(stored) !== kindOf(rule)) return false;
    if (isThreshold(rule) || requested === undefined) return isSameSubject(stored, rule);
    return String(id) === requested;
}

export function toRule({
    impactMetric,
    triggerCondition,
    comparison,
    counts,
    action,
}: NewPlanSafeguard): SafeguardRule {
    const type = action?.type ?? 'pauseReleasePlanProgressions';
    const isOfMetric = impactMetric !== undefined || triggerCondition !== undefined;
    if (Number(isOfMetric) + Number(comparison !== undefined) + Number(counts !== undefined) > 1) {
        throw invalid(
            'A safeguard has either a comparison, or counts, or a metric with a condition.',
            comparison ? '/body/comparison' : '/body/counts',
        );
    }
    if (comparison) return { comparison: completed(comparison), action: type };
    if (counts) return { counts: { ...COUNT_DEFAULTS, ...counts }, action: type };
    if (!impactMetric || !triggerCondition) {
        throw invalid('A safeguard needs a metric with a condition, a comparison, or counts.', '/body/impactMetric');
    }
    const { metricName, timeRange, aggregationMode, labelSelectors, source = 'internal' } = impactMetric;
    return {
        impactMetric: { metricName, timeRange, aggregationMode, labelSelectors, source },
        ...{ triggerCondition, action: type },
    };
}

function completed(given: NonNullable<NewPlanSafeguard['comparison']>): OutcomeComparison {
    const comparison: OutcomeComparison = { ...SAFEGUARD_DEFAULTS, ...given };
    const { kind, enrol, outcome } = comparison;
    if (kind === 'conversion' && enrol.includes(outcome)) {
        throw invalid(
            `${outcome} enrols units, so all of them have it. Enrol by another outcome, or compare another one.`,
            '/body/comparison/enrol',
        );
    }
    return comparison;
}

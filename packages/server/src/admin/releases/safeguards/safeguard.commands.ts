import type { Change } from '../../../changes/change.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import { nextNumber } from '../../../storage/counters.ts';
import { findFlagEnvironment, getFlag } from '../../flags/flags/flag.queries.ts';
import {
    type FlagEnvironmentAddress,
    getSafeguard,
    listSafeguards,
    type ThresholdRule,
    toSafeguard,
} from '../../flags/safeguards/safeguard.queries.ts';
import type { NewSafeguard } from '../../flags/safeguards/safeguard.schemas.ts';

interface SafeguardInput extends FlagEnvironmentAddress {
    safeguard: NewSafeguard;
}

/** Adds the safeguard of a flag environment, or replaces it: there is one. */
export async function saveSafeguard(change: Change, { safeguard, ...address }: SafeguardInput): Promise<void> {
    const { tx, now, record } = change;
    await requireFlagEnvironment(change, address);
    const rule = toRule(safeguard);
    const [before] = await listSafeguards(tx, address);
    const id = before?.id ?? (await nextNumber(tx, 'safeguards'));
    const values = {
        content: JSON.stringify(rule),
        state: null,
        checked_at: null,
        hold: null,
        check_at: now,
        changed_at: now,
    };
    if (before) await tx.updateTable('safeguards').set(values).where('id', '=', id).execute();
    else {
        const { featureName: flag, environment } = address;
        await tx
            .insertInto('safeguards')
            .values({ id, flag, environment, plan: null, kind: 'threshold', created_at: now, ...values })
            .execute();
    }
    record({
        type: 'safeguard-changed',
        ...address,
        ...(before && { preData: toSafeguard(before) }),
        data: toSafeguard({ ...address, id, planId: null, rule }),
    });
}

export async function deleteSafeguard(
    change: Change,
    { safeguardId, ...address }: FlagEnvironmentAddress & { safeguardId: string },
): Promise<void> {
    await requireFlagEnvironment(change, address);
    const safeguard = await getSafeguard(change.tx, address, safeguardId);
    await change.tx.deleteFrom('safeguards').where('id', '=', safeguard.id).execute();
    change.record({ type: 'safeguard-deleted', ...address, preData: toSafeguard(safeguard) });
}

async function requireFlagEnvironment({ tx }: Change, { project, featureName, environment }: FlagEnvironmentAddress) {
    const flag = await getFlag(tx, { project, name: featureName });
    if (flag.archived_at !== null) throw invalid(`Flag ${featureName} is archived. Restore it first.`);
    if (!(await findFlagEnvironment(tx, featureName, environment))) {
        throw notFound(`environment ${environment} for flag ${featureName}`);
    }
}

function toRule({ impactMetric, triggerCondition }: NewSafeguard): ThresholdRule {
    const { metricName, timeRange, aggregationMode, labelSelectors, source = 'internal' } = impactMetric;
    return {
        impactMetric: { metricName, timeRange, aggregationMode, labelSelectors, source },
        ...{ triggerCondition, action: 'disableFeatureEnvironment' },
    };
}

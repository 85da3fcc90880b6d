import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { AssignmentStatus } from '../../../storage/tables/assignments.ts';
import type { AssignmentInterest } from '../../assignments/interests/assignment-interest.ts';

/** A unit as it is stored for one interest. */
export interface StoredUnit {
    status: AssignmentStatus;
    arm: string | null;
    stratum: string | null;
    definition: string | null;
    /** Why the arm cannot be computed. */
    reason: string | null;
    at: number;
    arrivedAt: string;
}

/** The values of a unit for a metric. */
export interface UnitValues {
    outcomes: number;
    value: number;
    denominator: number;
    preValue: number;
}

export interface PendingOutcome {
    id: string;
    name: string;
    count: number;
    value: number | null;
    at: number;
    arrivedAt: string;
}

export interface StoredUnits {
    units: Map<string, StoredUnit>;
    /** By metric and unit. */
    values: Map<string, UnitValues>;
    pending: Map<string, PendingOutcome[]>;
    /** Sums of outcomes before the start, by metric and unit, of units that are not enrolled yet. */
    before: Map<string, number>;
}

export const valueKey = (metric: string, unit: string) => `${metric}\n${unit}`;

/** How long before the start outcomes are compared with those after it. */
export const BEFORE_DAYS = 14;

/** Reads everything that is known of these units. */
export async function loadUnits(tx: Tx, interest: AssignmentInterest, hashes: readonly string[]): Promise<StoredUnits> {
    const stored: StoredUnits = { units: new Map(), values: new Map(), pending: new Map(), before: new Map() };
    for (const part of chunked(hashes)) {
        const [units, values, pending] = await Promise.all([
            tx
                .selectFrom('assignments')
                .selectAll()
                .where('interest', '=', interest.id)
                .where('unit', 'in', part)
                .execute(),
            tx
                .selectFrom('assignment_values')
                .selectAll()
                .where('interest', '=', interest.id)
                .where('unit', 'in', part)
                .execute(),
            tx
                .selectFrom('pending_outcomes')
                .selectAll()
                .where('interest', '=', interest.id)
                .where('unit', 'in', part)
                .orderBy('arrived_at')
                .orderBy('id')
                .execute(),
        ]);
        for (const { unit, status, arm, stratum, definition, reason, at, arrived_at } of units) {
            stored.units.set(unit, {
                ...{ status, arm, stratum, definition, reason, at: Date.parse(at) },
                arrivedAt: arrived_at,
            });
        }
        for (const { metric, unit, outcomes, value, denominator, pre_value } of values) {
            stored.values.set(valueKey(metric, unit), { outcomes, value, denominator, preValue: pre_value });
        }
        for (const { id, unit, name, count, value, at, arrived_at } of pending) {
            const waiting = stored.pending.get(unit) ?? [];
            stored.pending.set(unit, waiting);
            waiting.push({ id, name, count, value, at: Date.parse(at), arrivedAt: arrived_at });
        }
        await loadBefore(tx, interest, part, stored);
    }
    return stored;
}

/** Outcomes that the project stored before the start. */
async function loadBefore(tx: Tx, interest: AssignmentInterest, hashes: readonly string[], stored: StoredUnits) {
    const unknown = hashes.filter((unit) => stored.units.get(unit)?.status !== 'enrolled');
    if (unknown.length === 0 || interest.metrics.length === 0) return;
    const names = [...new Set(interest.metrics.map(({ outcome }) => outcome))];
    const from = new Date(interest.startedAt - BEFORE_DAYS * 86_400_000).toISOString();
    const rows = await tx
        .selectFrom('outcome_units')
        .innerJoin('outcomes', 'outcomes.id', 'outcome_units.outcome_id')
        .select(['outcome_units.hash', 'outcomes.id', 'outcomes.name', 'outcomes.count', 'outcomes.value'])
        .where('outcome_units.hash', 'in', unknown)
        .where('outcome_units.field', 'in', ['', interest.unit])
        .where('outcomes.project', '=', interest.project)
        .where('outcomes.environment', '=', interest.environment)
        .where('outcomes.name', 'in', names)
        .where('outcomes.at', '>=', from)
        .where('outcomes.at', '<', new Date(interest.startedAt).toISOString())
        .execute();
    // A unit with two fields has two rows.
    const counted = new Set<string>();
    for (const { hash, id, name, count, value } of rows) {
        if (counted.has(`${id} ${hash}`)) continue;
        counted.add(`${id} ${hash}`);
        for (const metric of interest.metrics) {
            if (metric.outcome !== name) continue;
            const key = valueKey(metric.key, hash);
            const known = stored.before.get(key) ?? 0;
            const added = metric.kind === 'conversion' ? 1 : metric.kind === 'count' ? count : (value ?? 0);
            stored.before.set(key, metric.kind === 'conversion' ? 1 : known + added);
        }
    }
}

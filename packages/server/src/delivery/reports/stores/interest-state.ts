import { randomUUID } from 'node:crypto';
import type { AssignmentMetric } from '../../../core/assignments/interest-content.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { AssignedArm } from '../../assignments/assign.ts';
import type { AssignmentInterest } from '../../assignments/interests/assignment-interest.ts';
import { ArmTotals, type Sums, UnitCounts } from './arm-totals.ts';
import { type StoredUnit, type StoredUnits, type UnitValues, valueKey } from './stored-units.ts';

/** Outcomes count if they happened at most this long before the unit was enrolled: clocks differ, and reports are delayed. */
export const BEFORE_MS = 60_000;
/** … and if they arrived at most this long before. */
export const ARRIVED_BEFORE_MS = 3_600_000;

/** An outcome of a unit. */
interface UnitOutcome {
    name: string;
    count: number;
    value: number | null;
    at: number;
}

/** The units of one interest that a batch of signals is about. Changes are made in memory and stored together. */
export class InterestState {
    readonly #interest: AssignmentInterest;
    readonly #stored: StoredUnits;
    #now: string;
    readonly #changedUnits = new Set<string>();
    readonly #changedValues = new Map<string, { metric: string; unit: string }>();
    readonly #usedPending: string[] = [];
    readonly #newPending = new Map<string, (UnitOutcome & { arrivedAt: string })[]>();
    readonly #strata = new Map<string, AssignedArm>();
    readonly #counts = new UnitCounts();
    readonly #totals = new ArmTotals();

    constructor(interest: AssignmentInterest, stored: StoredUnits, now: string) {
        this.#interest = interest;
        this.#stored = stored;
        this.#now = now;
    }

    /** For outcomes that were stored before: the time at which the next one arrived. */
    arriveAt(time: string): void {
        this.#now = time;
    }

    /** The first signal with an arm enrols; a later one with another arm of the same definition excludes the unit. */
    enrol(unit: string, { arm, stratum, definition, ...rest }: AssignedArm, at: number): void {
        const known = this.#stored.units.get(unit);
        if (known?.status === 'multiple') return;
        if (known?.status === 'enrolled') {
            if (known.definition === definition && known.arm !== arm) this.#exclude(unit, known);
            return;
        }
        this.#strata.set(stratum, { arm, stratum, definition, ...rest });
        this.#setUnit(unit, { status: 'enrolled', arm, stratum, definition, reason: null, at, arrivedAt: this.#now });
        for (const metric of this.#interest.metrics) this.#addValuesBefore(unit, metric);
        this.#usePending(unit);
    }

    markUndecidable(unit: string, { at, reason }: { at: number; reason: string }): void {
        const known = this.#stored.units.get(unit);
        if (known && known.status !== 'unenrolled') return;
        this.#setUnit(unit, { ...WITHOUT_ARM, reason, status: 'undecidable', at, arrivedAt: this.#now });
    }

    addOutcome(unit: string, outcome: UnitOutcome): void {
        const known = this.#stored.units.get(unit);
        if (known?.status === 'enrolled') this.#count(unit, known, outcome);
        if (known?.status === 'enrolled' || known?.status === 'multiple') return;
        if (!known) {
            this.#setUnit(unit, { ...WITHOUT_ARM, status: 'unenrolled', at: outcome.at, arrivedAt: this.#now });
        }
        const waiting = this.#newPending.get(unit) ?? [];
        this.#newPending.set(unit, waiting);
        waiting.push({ ...outcome, arrivedAt: this.#now });
    }

    /** The changes of the sums of a metric over all arms. */
    sumsOf(metric: string): Sums {
        return this.#totals.of(metric);
    }

    async store(tx: Tx): Promise<void> {
        const { id: interest } = this.#interest;
        for (const part of chunked([...this.#changedUnits])) {
            const rows = part.map((unit) => {
                const { arrivedAt, at, ...rest } = this.#stored.units.get(unit)!;
                return { interest, unit, ...rest, at: new Date(at).toISOString(), arrived_at: arrivedAt };
            });
            await tx
                .insertInto('assignments')
                .values(rows)
                .onConflict((conflict) =>
                    conflict.columns(['interest', 'unit']).doUpdateSet(({ ref }) => ({
                        status: ref('excluded.status'),
                        arm: ref('excluded.arm'),
                        stratum: ref('excluded.stratum'),
                        definition: ref('excluded.definition'),
                        reason: ref('excluded.reason'),
                        at: ref('excluded.at'),
                        arrived_at: ref('excluded.arrived_at'),
                    })),
                )
                .execute();
        }
        for (const part of chunked([...this.#changedValues])) {
            const rows = part.map(([key, { metric, unit }]) => {
                const { preValue, ...values } = this.#stored.values.get(key)!;
                return { interest, metric, unit, ...values, pre_value: preValue };
            });
            await tx
                .insertInto('assignment_values')
                .values(rows)
                .onConflict((conflict) =>
                    conflict.columns(['interest', 'metric', 'unit']).doUpdateSet(({ ref }) => ({
                        outcomes: ref('excluded.outcomes'),
                        value: ref('excluded.value'),
                        denominator: ref('excluded.denominator'),
                    })),
                )
                .execute();
        }
        for (const part of chunked(this.#usedPending)) {
            await tx.deleteFrom('pending_outcomes').where('id', 'in', part).execute();
        }
        const pending = [...this.#newPending].flatMap(([unit, all]) => all.map((outcome) => ({ unit, ...outcome })));
        for (const part of chunked(pending)) {
            const rows = part.map(({ unit, name, count, value, at, arrivedAt }) => ({
                ...{ id: randomUUID(), interest, unit, name, count, value: JSON.stringify(value) },
                ...{ at: new Date(at).toISOString(), arrived_at: arrivedAt },
            }));
            await tx.insertInto('pending_outcomes').values(rows).execute();
        }
        for (const part of chunked([...this.#strata.values()])) {
            await tx
                .insertInto('assignment_strata')
                .values(
                    part.map(({ stratum, shares }) => ({
                        ...{ interest, stratum, shares: JSON.stringify(shares), created_at: this.#now },
                    })),
                )
                .onConflict((conflict) => conflict.columns(['interest', 'stratum']).doNothing())
                .execute();
        }
        await this.#counts.store(tx, interest);
        await this.#totals.store(tx, interest);
    }

    #setUnit(unit: string, state: StoredUnit): void {
        const before = this.#stored.units.get(unit);
        if (before) this.#counts.add(before, -1);
        this.#counts.add(state, 1);
        this.#stored.units.set(unit, state);
        this.#changedUnits.add(unit);
    }

    #exclude(unit: string, known: StoredUnit): void {
        for (const { key } of this.#interest.metrics) {
            const values = this.#stored.values.get(valueKey(key, unit));
            if (values) this.#totals.change(key, armOf(known), this.#limited(key, values), undefined);
        }
        this.#setUnit(unit, { ...known, status: 'multiple' });
    }

    #addValuesBefore(unit: string, { key }: AssignmentMetric): void {
        const preValue = this.#stored.before.get(valueKey(key, unit));
        if (preValue) this.#change(unit, key, (values) => ({ ...values, preValue }));
    }

    #usePending(unit: string): void {
        const known = this.#stored.units.get(unit)!;
        const oldest = Date.parse(this.#now) - ARRIVED_BEFORE_MS;
        for (const outcome of this.#stored.pending.get(unit) ?? []) {
            this.#usedPending.push(outcome.id);
            if (Date.parse(outcome.arrivedAt) >= oldest) this.#count(unit, known, outcome);
        }
        this.#stored.pending.delete(unit);
        // Of the same batch.
        for (const outcome of this.#newPending.get(unit) ?? []) {
            if (Date.parse(outcome.arrivedAt) >= oldest) this.#count(unit, known, outcome);
        }
        this.#newPending.delete(unit);
    }

    #count(unit: string, { at: enrolledAt }: StoredUnit, { name, count, value, at }: UnitOutcome): void {
        if (at < enrolledAt - BEFORE_MS) return;
        for (const metric of this.#interest.metrics) {
            const { windowHours } = metric;
            if (windowHours !== undefined && at > enrolledAt + windowHours * 3_600_000) continue;
            const isNumerator = metric.outcome === name;
            const isDenominator = metric.denominator === name;
            if (!isNumerator && !isDenominator) continue;
            this.#change(unit, metric.key, (values) => ({
                ...values,
                outcomes: values.outcomes + (isNumerator ? count : 0),
                value: isNumerator ? valueAfter(metric, values, { count, value }) : values.value,
                denominator: values.denominator + (isDenominator ? (value ?? count) : 0),
            }));
        }
    }

    #change(unit: string, metric: string, update: (values: UnitValues) => UnitValues): void {
        const key = valueKey(metric, unit);
        const before = this.#stored.values.get(key);
        const after = update(before ?? { outcomes: 0, value: 0, denominator: 0, preValue: 0 });
        this.#stored.values.set(key, after);
        this.#changedValues.set(key, { metric, unit });
        const arm = armOf(this.#stored.units.get(unit)!);
        this.#totals.change(metric, arm, before && this.#limited(metric, before), this.#limited(metric, after));
    }

    /** The cap limits the value of a unit over all outcomes. */
    #limited(metric: string, values: UnitValues): UnitValues {
        const { cap = Number.POSITIVE_INFINITY } = this.#interest.metrics.find(({ key }) => key === metric) ?? {};
        return { ...values, value: Math.min(cap, values.value) };
    }
}

const WITHOUT_ARM = { arm: null, stratum: null, definition: null, reason: null };

const armOf = ({ arm, stratum }: StoredUnit) => ({ arm: arm ?? '', stratum: stratum ?? '' });

/** The value of a unit for a metric after another outcome. */
function valueAfter(
    { kind }: AssignmentMetric,
    before: UnitValues,
    { count, value }: { count: number; value: number | null },
): number {
    if (kind === 'conversion') return 1;
    if (kind === 'count') return before.outcomes + count;
    return before.value + (value ?? 0);
}

import type { Tx } from '../../../storage/database.ts';
import { type AssignmentInterest, findInterests } from '../../assignments/interests/assignment-interest.ts';
import type { OutcomeEntry } from '../../outcomes/outcome-entry.ts';
import type { UnitSignal } from '../../outcomes/outcome-protection.ts';
import { ARRIVED_BEFORE_MS, InterestState } from './interest-state.ts';
import { loadUnits } from './stored-units.ts';

interface ArrivedSignal extends UnitSignal {
    entry: OutcomeEntry;
}

/** The members of a signal that sums depend on. */
type SignalContent = Pick<OutcomeEntry, 'signal' | 'name' | 'count' | 'valueCount' | 'sum' | 'at'>;

/** Enrols units and adds up their outcomes, in the order of arrival. */
export async function storeSignals(tx: Tx, entries: readonly OutcomeEntry[], now: string): Promise<void> {
    const arrived = entries.flatMap((entry): ArrivedSignal[] =>
        (entry.signals ?? []).map((signal) => ({ ...signal, entry })),
    );
    if (arrived.length === 0) return;
    const byInterest = Map.groupBy(arrived, ({ interest }) => interest);
    const interests = await findInterests(tx, [...byInterest.keys()]);
    for (const [id, signals] of byInterest) {
        const interest = interests.get(id);
        // The interest may have been deleted with its flag since the signals arrived.
        if (interest === undefined) continue;
        const stored = await loadUnits(tx, interest, [...new Set(signals.map(({ unit }) => unit))]);
        const state = new InterestState(interest, stored, now);
        for (const signal of signals) applySignal(interest, state, signal);
        await state.store(tx);
    }
}

export function applySignal(
    interest: AssignmentInterest,
    state: InterestState,
    { entry, unit, arm, undecidable }: Omit<ArrivedSignal, 'entry'> & { entry: SignalContent },
): void {
    const { signal, name, count, valueCount, sum, at } = entry;
    const isOver = interest.endedAt !== null && at > interest.endedAt;
    if (isOver) return;
    if (arm !== undefined) state.enrol(unit, arm, at);
    else if (undecidable !== undefined) state.markUndecidable(unit, { at, reason: undecidable });
    const isMeasured = interest.metrics.some(({ outcome, denominator }) => name === outcome || name === denominator);
    if (signal === 'outcome' && isMeasured)
        state.addOutcome(unit, { name, count, value: valueCount > 0 ? sum : null, at });
}

/** Outcomes of units without an arm are forgotten when they are too old to count. */
export async function forgetPending(tx: Tx, hoursAgo: (hours: number) => string): Promise<void> {
    await tx
        .deleteFrom('pending_outcomes')
        .where('arrived_at', '<', hoursAgo(ARRIVED_BEFORE_MS / 3_600_000))
        .execute();
}

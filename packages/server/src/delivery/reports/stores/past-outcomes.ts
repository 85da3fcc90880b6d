import type { FlagSet } from '@halyard/engine';
import type { Db, Tx } from '../../../storage/database.ts';
import { type AssignmentInterest, findInterests } from '../../assignments/interests/assignment-interest.ts';
import type { FlagVersion } from '../../assignments/interests/assignment-interests.ts';
import { signalFor } from '../../assignments/interests/signal-for.ts';
import type { OutcomeContext, ReportedOutcome } from '../../outcomes/outcome.ts';
import { applySignal } from './assignment-store.ts';
import { InterestState } from './interest-state.ts';
import { countPastRows, PAST_BATCH, type PastRow, readPastRows, unitsOfPastRows } from './past-rows.ts';
import { loadUnits } from './stored-units.ts';

interface PastOutcomesOptions {
    db: Db;
    versionsSince: (environment: string, flags: readonly string[], since: Date) => Promise<FlagVersion[]>;
    units: {
        hashOf(unit: string): string;
        open(sealed: string): string | undefined;
        openContext(sealed: string): OutcomeContext;
    };
}

interface PastStart {
    feature: string;
    environment: string;
    from: string;
}

/** The outcomes and exposures that one start reads: they are counted in the transaction of the start. */
export const MAX_PAST_OUTCOMES = 200_000;

/** Counts stored outcomes and exposures for an experiment that starts in the past. */
export class PastOutcomes {
    readonly #options: PastOutcomesOptions;

    constructor(options: PastOutcomesOptions) {
        this.#options = options;
    }

    /** Reads the definitions since that time. The result counts, in the transaction of the start, and returns false if there are too many. */
    async prepare({ environment, feature, from }: PastStart): Promise<(tx: Tx, interest: string) => Promise<boolean>> {
        const versions = await this.#options.versionsSince(environment, [feature], new Date(from));
        const flagsAt = (at: number) => (versions.findLast(({ since }) => since <= at) ?? versions[0])?.flags;
        return async (tx, id) => {
            const interest = (await findInterests(tx, [id])).get(id)!;
            if ((await countPastRows(tx, interest)) > MAX_PAST_OUTCOMES) return false;
            let last: PastRow | undefined;
            while (true) {
                const rows = await readPastRows(tx, interest, last);
                await this.#count(tx, interest, rows, flagsAt);
                if (rows.length < PAST_BATCH) return true;
                last = rows.at(-1);
            }
        };
    }

    async #count(
        tx: Tx,
        interest: AssignmentInterest,
        rows: readonly PastRow[],
        flagsAt: (at: number) => FlagSet | undefined,
    ): Promise<void> {
        const { hashOf } = this.#options.units;
        const units = await unitsOfPastRows(tx, rows);
        const signals = rows.flatMap((row) => {
            const outcome = this.#toOutcome(row, units.get(row.id) ?? []);
            const signal = signalFor(interest, outcome, {
                flagsAt,
                hashOf: (unit) => hashOf.call(this.#options.units, unit),
            });
            return signal ? [{ ...signal, outcome, arrivedAt: row.received_at }] : [];
        });
        const stored = await loadUnits(tx, interest, [...new Set(signals.map(({ unit }) => unit))]);
        const state = new InterestState(interest, stored, '');
        for (const { outcome, arrivedAt, ...signal } of signals) {
            const { value } = outcome;
            state.arriveAt(arrivedAt);
            const entry = { ...outcome, valueCount: value === undefined ? 0 : outcome.count, sum: value ?? 0 };
            applySignal(interest, state, { ...signal, entry });
        }
        await state.store(tx);
    }

    #toOutcome(row: PastRow, units: readonly { field: string; value: string | null }[]): ReportedOutcome {
        const { open, openContext } = this.#options.units;
        const context: Record<string, string | number | boolean> = {
            ...(row.context !== null && openContext.call(this.#options.units, row.context)),
        };
        let unit: string | undefined;
        for (const { field, value } of units) {
            const opened = value === null ? undefined : open.call(this.#options.units, value);
            if (opened === undefined) continue;
            if (field === '') unit = opened;
            else context[field] = opened;
        }
        return {
            ...{ signal: row.signal, name: row.name, at: Date.parse(row.at), count: row.count, context },
            ...(row.variant !== null && { variant: row.variant }),
            ...(unit !== undefined && { unit }),
            // The sum over all that were merged.
            ...(row.value !== null && { value: row.value }),
        };
    }
}

import type { FlagSet } from '@halyard/engine';
import { sql } from 'kysely';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { type AssignmentInterest, findInterests } from '../../assignments/interests/assignment-interest.ts';
import type { FlagVersion } from '../../assignments/interests/assignment-interests.ts';
import { signalFor } from '../../assignments/interests/signal-for.ts';
import type { OutcomeContext, ReportedOutcome } from '../../outcomes/outcome.ts';
import { applySignal } from './assignment-store.ts';
import { InterestState } from './interest-state.ts';
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
const BATCH = 2_000;

type PastRow = Awaited<ReturnType<typeof readRows>>[number];

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
            if ((await countRows(tx, interest)) > MAX_PAST_OUTCOMES) return false;
            let last: PastRow | undefined;
            while (true) {
                const rows = await readRows(tx, interest, last);
                await this.#count(tx, interest, rows, flagsAt);
                if (rows.length < BATCH) return true;
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
        const units = await unitsOf(tx, rows);
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

function selectRows(db: Db, { project, environment, flag, enrol, metrics, startedAt }: AssignmentInterest) {
    const names = [...enrol, ...metrics.flatMap(({ outcome, denominator }) => [outcome, denominator ?? outcome])];
    return db
        .selectFrom('outcomes')
        .where('project', '=', project)
        .where('environment', '=', environment)
        .where('at', '>=', new Date(startedAt - EARLY_MS).toISOString())
        .where(({ or, and, eb }) =>
            or([
                and([eb('signal', '=', 'outcome'), eb('name', 'in', [...new Set(names)])]),
                and([eb('signal', '=', 'exposure'), eb('name', '=', flag)]),
            ]),
        );
}

/** Outcomes count if they happened at most this long before the enrolment. */
const EARLY_MS = 60_000;

async function countRows(db: Db, interest: AssignmentInterest): Promise<number> {
    const row = await selectRows(db, interest)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
    return Number(row.count);
}

/** In the order of arrival. */
const readRows = (
    db: Db,
    interest: AssignmentInterest,
    last: { received_at: string; at: string; id: string } | undefined,
) =>
    selectRows(db, interest)
        .select(['id', 'signal', 'name', 'variant', 'at', 'received_at', 'count', 'value', 'context'])
        .$if(last !== undefined, (query) =>
            query.where(sql<boolean>`(received_at, at, id) > (${last!.received_at}, ${last!.at}, ${last!.id})`),
        )
        .orderBy('received_at')
        .orderBy('at')
        .orderBy('id')
        .limit(BATCH)
        .execute();

async function unitsOf(db: Db, rows: readonly PastRow[]) {
    const units = new Map<string, { field: string; value: string | null }[]>();
    for (const part of chunked(rows.map(({ id }) => id))) {
        const found = await db
            .selectFrom('outcome_units')
            .select(['outcome_id', 'field', 'value'])
            .where('outcome_id', 'in', part)
            .orderBy('outcome_id')
            .orderBy('field')
            .execute();
        for (const { outcome_id: id, field, value } of found) {
            const known = units.get(id) ?? [];
            units.set(id, known);
            known.push({ field, value });
        }
    }
    return units;
}

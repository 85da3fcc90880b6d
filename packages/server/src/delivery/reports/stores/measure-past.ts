import type { Db } from '../../../storage/database.ts';
import type { AssignedArm } from '../../assignments/assign.ts';
import type { AssignmentInterest } from '../../assignments/interests/assignment-interest.ts';
import { doesEnrol } from '../../assignments/interests/signal-for.ts';
import type { Sums } from './arm-totals.ts';
import { applySignal } from './assignment-store.ts';
import { InterestState } from './interest-state.ts';
import { countPastRows, PAST_BATCH, type PastRow, type PastUnit, readPastRows, unitsOfPastRows } from './past-rows.ts';
import type { StoredUnits } from './stored-units.ts';

/** The sums that an experiment would have recorded if it had enrolled every unit, whatever its arm. */
export interface PastMeasurement {
    /** When each unit was enrolled, in milliseconds since 1970, the first one first. */
    enrolledAt: number[];
    /** The sums of each metric over these units. */
    sums: ReadonlyMap<string, Sums>;
    /** The share of all units that was measured: units are sampled if there are too many outcomes. */
    share: number;
}

/** The outcomes and exposures that one measurement reads. */
const MAX_ROWS = 200_000;
/** The first character of a hash is one of these, each with the same probability. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const EVERYBODY: AssignedArm = { arm: '', stratum: '', definition: '', shares: {} };

/** Measures stored outcomes as an experiment would, and stores nothing. */
export async function measurePast(db: Db, interest: AssignmentInterest): Promise<PastMeasurement> {
    const sample = sampleOf(await countPastRows(db, interest));
    const selection = { ...interest, ...sample };
    const stored: StoredUnits = { units: new Map(), values: new Map(), pending: new Map(), before: new Map() };
    const state = new InterestState(interest, stored, '');
    let last: PastRow | undefined;
    while (true) {
        const rows = await readPastRows(db, selection, last);
        const units = await unitsOfPastRows(db, rows);
        for (const row of rows) {
            const unit = unitOf(units.get(row.id) ?? [], interest.unit);
            if (unit === undefined || !isSampled(unit, sample)) continue;
            state.arriveAt(row.received_at);
            const { signal, name, count, value } = row;
            const entry = {
                ...{ signal, name, count, at: Date.parse(row.at) },
                ...{ valueCount: value === null ? 0 : count, sum: value ?? 0 },
            };
            const isEnrolling = doesEnrol(interest, entry) && entry.at >= interest.startedAt;
            applySignal(interest, state, {
                ...{ interest: interest.id, unit, entry },
                ...(isEnrolling && { arm: EVERYBODY }),
            });
        }
        if (rows.length < PAST_BATCH) break;
        last = rows.at(-1);
    }
    const enrolled = [...stored.units.values()].filter(({ status }) => status === 'enrolled');
    return {
        enrolledAt: enrolled.map(({ at }) => at).sort((one, other) => one - other),
        sums: new Map(interest.metrics.map(({ key }) => [key, state.sumsOf(key)])),
        share: sample.share,
    };
}

interface Sample {
    share: number;
    prefixes?: readonly string[];
}

function sampleOf(rows: number): Sample {
    if (rows <= MAX_ROWS) return { share: 1 };
    const prefixes = [...ALPHABET].slice(0, Math.max(1, Math.floor((ALPHABET.length * MAX_ROWS) / rows)));
    return { prefixes, share: prefixes.length / ALPHABET.length };
}

const isSampled = (hash: string, { prefixes }: Sample) => prefixes === undefined || prefixes.includes(hash[0]!);

/** The context field decides, as for reports that arrive. */
const unitOf = (units: readonly PastUnit[], field: string): string | undefined =>
    (units.find((unit) => unit.field === field) ?? units.find((unit) => unit.field === ''))?.hash;

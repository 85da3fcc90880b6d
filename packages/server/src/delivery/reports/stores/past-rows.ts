import { sql } from 'kysely';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { AssignmentInterest } from '../../assignments/interests/assignment-interest.ts';

export const PAST_BATCH = 2_000;

export type PastRow = Awaited<ReturnType<typeof readPastRows>>[number];

export interface PastUnit {
    field: string;
    hash: string;
    /** Encrypted. */
    value: string | null;
}

/** What determines the rows that concern an interest. */
export type PastSelection = Pick<
    AssignmentInterest,
    'project' | 'environment' | 'flag' | 'enrol' | 'metrics' | 'startedAt'
> & {
    /** Only units whose hash begins with one of these: a random sample. */
    prefixes?: readonly string[];
};

function selectRows(db: Db, { project, environment, flag, enrol, metrics, startedAt, prefixes }: PastSelection) {
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
        )
        .$if(prefixes !== undefined, (query) =>
            query.where(({ exists, selectFrom }) =>
                exists(
                    selectFrom('outcome_units')
                        .select('hash')
                        .whereRef('outcome_id', '=', 'outcomes.id')
                        .where(sql`substr(hash, 1, 1)`, 'in', prefixes!),
                ),
            ),
        );
}

/** Outcomes count if they happened at most this long before the enrolment. */
const EARLY_MS = 60_000;

/** The number of stored outcomes and exposures since the start of an interest. */
export async function countPastRows(db: Db, interest: PastSelection): Promise<number> {
    const row = await selectRows(db, interest)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
    return Number(row.count);
}

/** In the order of arrival, at most `PAST_BATCH`. */
export const readPastRows = (
    db: Db,
    interest: PastSelection,
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
        .limit(PAST_BATCH)
        .execute();

/** The units of rows, by the id of the row. */
export async function unitsOfPastRows(db: Db, rows: readonly PastRow[]) {
    const units = new Map<string, PastUnit[]>();
    for (const part of chunked(rows.map(({ id }) => id))) {
        const found = await db
            .selectFrom('outcome_units')
            .select(['outcome_id', 'field', 'hash', 'value'])
            .where('outcome_id', 'in', part)
            .orderBy('outcome_id')
            .orderBy('field')
            .execute();
        for (const { outcome_id: id, ...unit } of found) {
            const known = units.get(id) ?? [];
            units.set(id, known);
            known.push(unit);
        }
    }
    return units;
}

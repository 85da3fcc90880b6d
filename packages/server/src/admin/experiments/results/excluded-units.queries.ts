import type { Db } from '../../../storage/database.ts';
import type { AssignmentSummary } from '../../observations/assignments/assignment.queries.ts';
import { EXCLUSION_REASONS, type ExcludedUnits } from './results.schemas.ts';

const MAX_REASONS = 100;
const MAX_OUTCOMES = 20;

/** Says why units of an experiment are in no rate. The cost grows with the number of these units. */
export async function readExcludedUnits(db: Db, interest: string): Promise<ExcludedUnits> {
    const [counts, reasons, outcomes] = await Promise.all([
        db
            .selectFrom('assignment_counts')
            .select(['status', ({ fn }) => fn.sum<number>('units').as('units')])
            .where('interest', '=', interest)
            .groupBy('status')
            .execute(),
        db
            .selectFrom('assignments')
            .select(['reason', ({ fn }) => fn.countAll<number>().as('units')])
            .where('interest', '=', interest)
            .where('status', '=', 'undecidable')
            .groupBy('reason')
            .orderBy('units', 'desc')
            .orderBy('reason')
            .limit(MAX_REASONS)
            .execute(),
        db
            .selectFrom('pending_outcomes')
            .innerJoin('assignments', (join) =>
                join
                    .onRef('assignments.interest', '=', 'pending_outcomes.interest')
                    .onRef('assignments.unit', '=', 'pending_outcomes.unit'),
            )
            .select([
                'pending_outcomes.name',
                ({ fn }) => fn.count<number>('pending_outcomes.unit').distinct().as('units'),
            ])
            .where('pending_outcomes.interest', '=', interest)
            .where('assignments.status', '=', 'unenrolled')
            .groupBy('pending_outcomes.name')
            .orderBy('units', 'desc')
            .orderBy('pending_outcomes.name')
            .limit(MAX_OUTCOMES)
            .execute(),
    ]);
    const numberOf = (status: string) => Number(counts.find((each) => each.status === status)?.units ?? 0);
    return {
        undecidable: reasons.map(({ reason, units }) => ({ ...parseReason(reason ?? ''), units: Number(units) })),
        multiple: numberOf('multiple'),
        unenrolled: {
            units: numberOf('unenrolled'),
            outcomes: outcomes.map(({ name, units }) => ({ name, units: Number(units) })),
        },
    };
}

/** A data source returns numbers only. */
export const excludedOfSource = ({ undecidable, multiple, unenrolled }: AssignmentSummary): ExcludedUnits => ({
    undecidable: undecidable > 0 ? [{ reason: 'variant', name: null, units: undecidable }] : [],
    multiple,
    unenrolled: { units: unenrolled, outcomes: [] },
});

/** Such as `missing country`, as `undecidableReason` writes it. */
function parseReason(text: string): Pick<ExcludedUnits['undecidable'][number], 'reason' | 'name'> {
    const [first = '', ...rest] = text.split(' ');
    const reason = EXCLUSION_REASONS.find((each) => each === first) ?? 'random';
    return { reason, name: rest.length > 0 ? rest.join(' ') : null };
}

import { type AssignmentInterest, findInterests } from '../../../delivery/assignments/interests/assignment-interest.ts';
import { doesEnrol } from '../../../delivery/assignments/interests/signal-for.ts';
import type { OutcomeContext } from '../../../delivery/outcomes/outcome.ts';
import { sumsOf } from '../../../delivery/reports/stores/arm-totals.ts';
import {
    countPastRows,
    PAST_BATCH,
    type PastRow,
    readPastRows,
    unitsOfPastRows,
} from '../../../delivery/reports/stores/past-rows.ts';
import type { Db } from '../../../storage/database.ts';
import { findExperimentSettings } from '../../catalogue/outcomes/outcome-settings.queries.ts';
import {
    type AssignmentSummary,
    type Stratum,
    summariseAssignments,
    type TotalsRow,
    toSums,
} from '../../observations/assignments/assignment.queries.ts';
import type { StoredExperiment } from '../experiments/experiment.queries.ts';
import { MIN_UNITS } from './compare-arms.ts';
import { type ResultsOptions, resultsOf } from './experiment-results.ts';
import type { ExperimentSegments } from './results.schemas.ts';

interface SegmentOptions extends ResultsOptions {
    field: string | undefined;
    openContext: (sealed: string) => OutcomeContext;
}

/** Units and outcomes are read one by one. */
const MAX_ROWS = 200_000;
const MAX_SEGMENTS = 20;
export const OTHER_SEGMENT = '(other)';

/** Computes results for the values of a context field that the project stores with its outcomes. */
export async function computeSegments(
    db: Db,
    experiment: StoredExperiment,
    { field, openContext, ...options }: SegmentOptions,
): Promise<ExperimentSegments> {
    const { project, id } = experiment;
    const { source } = experiment;
    const { keepOutcomesDays, contextFields: fields } = await findExperimentSettings(db, project);
    const without = (state: 'no data' | 'withheld', reason: string): ExperimentSegments => ({
        ...{ field: field ?? null, fields, state, reason, comparisons: 0, segments: [], vectors: [] },
    });
    if (source !== null) {
        return without('withheld', `Data source ${source.name} provides no context fields, so there are no segments.`);
    }
    if (keepOutcomesDays === 0 || fields.length === 0) {
        return without(
            'withheld',
            `Project ${project} stores no context fields with its outcomes. Set keepOutcomesDays and contextFields in the settings of its experiments.`,
        );
    }
    if (field === undefined) return without('no data', `Select a field: ${fields.join(', ')}.`);
    if (!fields.includes(field)) {
        return without('withheld', `Project ${project} does not store ${field}. Select one of: ${fields.join(', ')}.`);
    }
    const interest = (await findInterests(db, [id])).get(id);
    if (interest === undefined) return without('no data', `Experiment ${experiment.name} was not started.`);
    const summary = await summariseAssignments(db, id);
    const total = summary.strata.flatMap(({ units }) => Object.values(units)).reduce((sum, units) => sum + units, 0);
    if (total === 0) return without('no data', 'No user is enrolled.');
    if (total > MAX_ROWS || (await countPastRows(db, interest)) > MAX_ROWS) {
        return without('withheld', `There are more than ${MAX_ROWS} users or outcomes: too many for segments.`);
    }
    const values = await readValues(db, interest, { field, openContext });
    const summaries = await summariseByValue(db, interest, { values, strata: summary.strata });
    const compute = await resultsOf(db, experiment, options);
    const segments = [...summaries].map(([value, ofValue]) => ({ value, results: compute(ofValue) }));
    return {
        ...{ field, fields, state: 'computed', reason: null },
        comparisons: segments.reduce(
            (sum, { results }) => sum + results.metrics.reduce((all, { effects }) => all + effects.length, 0),
            0,
        ),
        segments: segments.map(({ value, results: { units, arms, metrics } }) => ({
            ...{ value, units: units.total, arms, metrics },
        })),
        vectors: segments.flatMap(({ results }) => results.vectors),
    };
}

/** The value of each unit in its first enrolling signal that contains the field. */
async function readValues(
    db: Db,
    interest: AssignmentInterest,
    { field, openContext }: { field: string; openContext: (sealed: string) => OutcomeContext },
): Promise<Map<string, string>> {
    const values = new Map<string, string>();
    let last: PastRow | undefined;
    while (true) {
        const rows = await readPastRows(db, interest, last);
        const units = await unitsOfPastRows(db, rows);
        for (const row of rows) {
            if (row.context === null || !doesEnrol(interest, row)) continue;
            const context = openContext(row.context);
            if (!Object.hasOwn(context, field)) continue;
            for (const { field: unitField, hash } of units.get(row.id) ?? []) {
                const isUnit = unitField === '' || unitField === interest.unit;
                if (isUnit && !values.has(hash)) values.set(hash, String(context[field]));
            }
        }
        if (rows.length < PAST_BATCH) return values;
        last = rows.at(-1);
    }
}

/** `null`: units without a value. Small segments are merged, because they could identify a user. */
async function summariseByValue(
    db: Db,
    interest: AssignmentInterest,
    { values, strata }: { values: ReadonlyMap<string, string>; strata: readonly Stratum[] },
): Promise<Map<string | null, AssignmentSummary>> {
    const { id } = interest;
    const enrolled = await db
        .selectFrom('assignments')
        .select(['unit', 'arm', 'stratum'])
        .where('interest', '=', id)
        .where('status', '=', 'enrolled')
        .execute();
    const sizes = new Map<string, number>();
    for (const { unit } of enrolled) {
        const value = values.get(unit);
        if (value !== undefined) sizes.set(value, (sizes.get(value) ?? 0) + 1);
    }
    const shown = new Set(
        [...sizes]
            .filter(([, size]) => size >= MIN_UNITS)
            .sort(([one, size], [other, otherSize]) => otherSize - size || (one < other ? -1 : 1))
            .slice(0, MAX_SEGMENTS)
            .map(([value]) => value),
    );
    const segmentOf = (unit: string) => {
        const value = values.get(unit);
        return value === undefined ? null : shown.has(value) ? value : OTHER_SEGMENT;
    };
    const sums = await addValues(db, interest, new Map(enrolled.map((each) => [each.unit, each])), segmentOf);
    const byUnits = Map.groupBy(enrolled, ({ unit }) => segmentOf(unit));
    const order = [...shown, OTHER_SEGMENT, null].filter((value) => byUnits.has(value));
    return new Map(
        order.map((value) => {
            const units = byUnits.get(value)!;
            const ofSegment = strata.map((stratum) => {
                const here = units.filter((each) => each.stratum === stratum.stratum);
                const counts = Object.fromEntries(
                    [...Map.groupBy(here, ({ arm }) => arm ?? '')].map(([arm, all]) => [arm, all.length]),
                );
                const metrics = interest.metrics.map(({ key }) => [
                    key,
                    Object.fromEntries(
                        Object.entries(counts).map(([arm, n]) => [
                            arm,
                            toSums(n, sums.get(sumKey({ value, metric: key, stratum: stratum.stratum, arm }))),
                        ]),
                    ),
                ]);
                return { ...stratum, units: counts, sums: Object.fromEntries(metrics) };
            });
            return [value, { strata: ofSegment, undecidable: 0, multiple: 0, unenrolled: 0 }];
        }),
    );
}

const sumKey = (address: { value: string | null; metric: string; stratum: string | null; arm: string | null }) =>
    JSON.stringify([address.value, address.metric, address.stratum, address.arm]);

async function addValues(
    db: Db,
    { id, metrics }: AssignmentInterest,
    units: ReadonlyMap<string, { arm: string | null; stratum: string | null }>,
    segmentOf: (unit: string) => string | null,
): Promise<Map<string, TotalsRow>> {
    const sums = new Map<string, TotalsRow>();
    const caps = new Map(metrics.map(({ key, cap }) => [key, cap ?? Number.POSITIVE_INFINITY]));
    let last = { metric: '', unit: '' };
    while (true) {
        const rows = await db
            .selectFrom('assignment_values')
            .selectAll()
            .where('interest', '=', id)
            .where(({ eb, refTuple, tuple }) => eb(refTuple('metric', 'unit'), '>', tuple(last.metric, last.unit)))
            .orderBy('metric')
            .orderBy('unit')
            .limit(PAST_BATCH)
            .execute();
        for (const { metric, unit, outcomes, value, denominator, pre_value: preValue } of rows) {
            const known = units.get(unit);
            if (known === undefined) continue;
            const key = sumKey({ value: segmentOf(unit), metric, ...known });
            const total = sums.get(key) ?? sumsOf(undefined);
            sums.set(key, total);
            const limited = Math.min(caps.get(metric) ?? Number.POSITIVE_INFINITY, value);
            const added = sumsOf({ outcomes, value: limited, denominator, preValue });
            for (const name of Object.keys(total) as (keyof TotalsRow)[]) total[name] += added[name];
        }
        if (rows.length < PAST_BATCH) return sums;
        last = rows.at(-1)!;
    }
}

import type { FlagPhase } from '../../../../delivery/assignments/interests/flag-phases.ts';
import type { ArmSums, AssignmentSummary } from '../../../observations/assignments/assignment.queries.ts';
import type { ExperimentMetric } from '../../metrics/experiment-metric.schemas.ts';
import { QueryFailed } from '../queries/data-source-client.ts';
import { STATUS, sumsOf } from '../queries/statistics-query.ts';

interface SumsContext {
    arms: readonly string[];
    phases: readonly FlagPhase[];
    metrics: readonly ExperimentMetric[];
}

const NOTHING: Omit<ArmSums, 'n'> = {
    ...{ sum: 0, sumSquares: 0, denSum: 0, denSumSquares: 0, denCrossSum: 0 },
    ...{ preSum: 0, preSumSquares: 0, preCrossSum: 0 },
};

/** Converts the rows of a statistics query into the form in which recorded assignments are summarised. */
export function readSums(
    rows: readonly (readonly (string | number | null)[])[],
    { arms, phases, metrics }: SumsContext,
): AssignmentSummary {
    const summary: AssignmentSummary = { strata: [], undecidable: 0, multiple: 0, unenrolled: 0 };
    const strata = phases.map(({ definition, shares }) => ({
        ...{ stratum: definition ?? '', shares, isReported: Object.keys(shares).length === 0 },
        ...{ units: {} as Record<string, number>, sums: {} as Record<string, Record<string, ArmSums>> },
    }));
    const columns = 4 + metrics.reduce((count, metric) => count + sumsOf(metric).length, 0);
    for (const row of rows) {
        const cells = row.map(toNumber);
        const [status, phase, armCode, units, ...sums] = cells;
        const stratum = strata[phase!];
        const arm = arms[Math.floor(armCode! / 2)];
        const isCount = Number.isSafeInteger(units) && units! > 0;
        if (cells.length !== columns || !isCount || !stratum || arm === undefined) throw unexpected();
        if (status === STATUS.unenrolled) summary.unenrolled += units!;
        else if (status === STATUS.undecidable) summary.undecidable += units!;
        else if (status !== STATUS.enrolled) throw unexpected();
        else if (armCode! % 2 === 1) summary.multiple += units!;
        else {
            stratum.units[arm] = units!;
            let index = 0;
            for (const metric of metrics) {
                const values = Object.fromEntries(sumsOf(metric).map((name) => [name, sums[index++]!]));
                stratum.sums[metric.key] = { ...stratum.sums[metric.key], [arm]: { ...NOTHING, ...values, n: units! } };
            }
        }
    }
    return { ...summary, strata: strata.filter(({ units }) => Object.keys(units).length > 0) };
}

function toNumber(cell: string | number | null): number {
    const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw unexpected();
    return number;
}

const unexpected = () =>
    new QueryFailed(
        'The query did not return the sums of arms. Each query of the data source must be a single SELECT.',
    );

import { invalid } from '../../../../core/errors/errors.ts';
import type { FlagPhase } from '../../../../delivery/assignments/interests/flag-phases.ts';
import { BEFORE_MS } from '../../../../delivery/reports/stores/interest-state.ts';
import { BEFORE_DAYS } from '../../../../delivery/reports/stores/stored-units.ts';
import type { ExperimentMetric } from '../../metrics/experiment-metric.schemas.ts';
import type { DataSourceContent } from '../data-source.schemas.ts';
import { DIALECTS, type Dialect } from './dialects.ts';

export interface StatisticsQuery {
    source: Pick<DataSourceContent, 'kind' | 'exposures' | 'outcomes'>;
    feature: string;
    environment: string;
    arms: readonly string[];
    phases: readonly FlagPhase[];
    metrics: readonly ExperimentMetric[];
    /** Milliseconds since 1970. */
    startedAt: number;
    endedAt: number;
}

/** The first column of a row. */
export const STATUS = { unenrolled: 0, undecidable: 1, enrolled: 2 } as const;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** More than any enrolment: the unit has a signal, but none with an arm. */
const UNDECIDABLE = '9000000000000000';
const UNKNOWN_ARM = 999;
export const MAX_ARMS = 500;
/** The values that the intake of outcomes accepts, too; NaN is in no range. */
const MAX_VALUE = '1000000000000000';

/** The sums of a metric, in the order of the columns. */
export const sumsOf = ({ kind }: Pick<ExperimentMetric, 'kind'>) =>
    kind === 'ratio'
        ? (['sum', 'sumSquares', 'denSum', 'denSumSquares', 'denCrossSum'] as const)
        : (['sum', 'sumSquares', 'preSum', 'preSumSquares', 'preCrossSum'] as const);

/**
 * Writes the query that returns the sums of the arms. A row is a status, the index of a phase, the arm, and sums; no value of a unit is
 * returned. A unit is one number: the time in milliseconds × 2000 + the index of the arm × 2 + 1 if it changed the arm within the
 * definition. So its minimum is the first enrolment, and no window function is needed.
 */
export function statisticsQuery(query: StatisticsQuery): string {
    const { metrics, startedAt, source } = query;
    const dialect = DIALECTS[source.kind];
    const sums = metrics.flatMap((metric, index) => {
        const [value, other] = [`value_${index}`, metric.kind === 'ratio' ? `den_${index}` : `pre_${index}`];
        return [value, `${value} * ${value}`, other, `${other} * ${other}`, `${value} * ${other}`];
    });
    const lines = [
        `select status, phase, arm, count(*) as units,`,
        `    ${sums.map((each, index) => `sum(${each}) as sum_${index}`).join(',\n    ')}`,
        'from (',
        '    select',
        `        case when enrolment = 0 then ${STATUS.unenrolled} when enrolment = ${UNDECIDABLE} then ${STATUS.undecidable}`,
        `            else ${STATUS.enrolled} end as status,`,
        `        case when enrolment = 0 or enrolment = ${UNDECIDABLE} then 0 else ${phaseAt(query, 'enrolment', 2000)} end as phase,`,
        `        case when enrolment = 0 or enrolment = ${UNDECIDABLE} then 0 else enrolment % 2000 end as arm,`,
        `        ${metrics.map((_, index) => unitColumns(metrics[index]!, index)).join(',\n        ')}`,
        '    from (',
        '        select unit_id, coalesce(signal, 0) as enrolment,',
        `            ${[recent(startedAt), ...metrics.flatMap((metric, index) => metricColumns(query, metric, index))].join(',\n            ')}`,
        '        from (',
        outcomeRows(query),
        `        ) as measured ${dialect.fullJoin} (`,
        enrolments(query),
        '        ) as enrolled using (unit_id)',
        '        group by unit_id, signal',
        '    ) as units',
        '    where enrolment > 0 or is_recent > 0',
        ') as arms',
        `group by status, phase, arm${dialect.end}`,
    ];
    return lines.join('\n');
}

/** Units of outcomes without a signal are counted if they have an outcome during the experiment. */
const recent = (startedAt: number) => `max(case when at_ms >= ${startedAt - BEFORE_MS} then 1 else 0 end) as is_recent`;

function unitColumns({ kind, cap }: ExperimentMetric, index: number): string {
    const value = cap === undefined ? `raw_${index}` : `least(raw_${index}, ${numberOf(cap)})`;
    return `${value} as value_${index}, ${kind === 'ratio' ? `den_${index}` : `pre_${index}`}`;
}

/** The values of a unit for a metric. */
function metricColumns({ source, startedAt }: StatisticsQuery, metric: ExperimentMetric, index: number): string[] {
    const { kind, outcome, denominator, windowHours } = metric;
    const { asDouble, ...dialect } = DIALECTS[source.kind];
    const from = 'signal - signal % 2000';
    const counts = (name: string) =>
        [
            `name = ${textOf(dialect, name)} and signal > 0 and signal < ${UNDECIDABLE}`,
            `and at_ms * 2000 >= ${from} - ${BEFORE_MS * 2000}`,
            ...(windowHours === undefined
                ? []
                : [`and at_ms * 2000 <= ${from} + ${Math.floor(windowHours * HOUR_MS) * 2000}`]),
        ].join(' ');
    const before = `name = ${textOf(dialect, outcome)} and at_ms >= ${startedAt - BEFORE_DAYS * DAY_MS} and at_ms < ${startedAt}`;
    const total = (condition: string, missing: number) => {
        const [combine, value] =
            kind === 'conversion' ? ['max', '1'] : ['sum', kind === 'count' ? '1' : `coalesce(amount, ${missing})`];
        return asDouble(`${combine}(case when ${condition} then ${value} else 0 end)`);
    };
    return [
        `${total(counts(outcome), 0)} as raw_${index}`,
        kind === 'ratio' ? `${total(counts(denominator!), 1)} as den_${index}` : `${total(before, 0)} as pre_${index}`,
    ];
}

function outcomeRows({ source, metrics, startedAt, endedAt }: StatisticsQuery): string {
    const dialect = DIALECTS[source.kind];
    const names = new Set(
        metrics.flatMap(({ outcome, denominator }) => [outcome, ...(denominator ? [denominator] : [])]),
    );
    return [
        `select ${dialect.asText('unit')} as unit_id, name, ${dialect.milliseconds('at')} as at_ms,`,
        `    ${dialect.asDouble('value')} as amount`,
        'from (',
        userQuery(source.outcomes),
        ') as outcomes',
        `where name in (${[...names].map((name) => textOf(dialect, name)).join(', ')})`,
        `    and at >= ${dialect.time(startedAt - BEFORE_DAYS * DAY_MS)} and at <= ${dialect.time(endedAt)}`,
        `    and unit is not null and (value is null or (value >= -${MAX_VALUE} and value <= ${MAX_VALUE}))`,
    ].join('\n');
}

/** One row for each unit with a signal. */
function enrolments(query: StatisticsQuery): string {
    const { source, feature, environment, arms, startedAt, endedAt, phases } = query;
    const dialect = DIALECTS[source.kind];
    const indexes = arms.map((arm, index) => `when variant = ${textOf(dialect, arm)} then ${index}`).join(' ');
    // Users who are left out report no variant, and belong to no arm.
    const none = arms.includes('disabled') ? "('')" : "('', 'disabled')";
    const off = phases.length;
    return [
        'select unit_id, min(case',
        `    when lowest_arm = ${UNKNOWN_ARM} then ${dialect.asInteger(UNDECIDABLE)}`,
        '    else first_signal + case when lowest_arm <> highest_arm then 1 else 0 end end) as signal',
        'from (',
        '    select unit_id, phase, min(arm_index) as lowest_arm, max(arm_index) as highest_arm,',
        '        min(at_ms * 2000 + arm_index * 2) as first_signal',
        '    from (',
        `        select unit_id, at_ms, arm_index, case when arm_index = ${UNKNOWN_ARM} then -1 else ${phaseAt(query, 'at_ms', 1)} end as phase`,
        '        from (',
        `            select ${dialect.asText('unit')} as unit_id, ${dialect.milliseconds('at')} as at_ms,`,
        `                case ${indexes} else ${UNKNOWN_ARM} end as arm_index`,
        '            from (',
        userQuery(source.exposures),
        '            ) as exposures',
        `            where feature = ${textOf(dialect, feature)} and environment = ${textOf(dialect, environment)}`,
        `                and at >= ${dialect.time(startedAt)} and at <= ${dialect.time(endedAt)}`,
        `                and unit is not null and variant is not null and variant not in ${none}`,
        '        ) as signals',
        '    ) as phased',
        `    where phase <> ${off}`,
        '    group by unit_id, phase',
        ') as of_phase',
        'group by unit_id',
    ].join('\n');
}

/** The index of the definition at a time; the number of phases: the flag was off. */
function phaseAt({ phases }: StatisticsQuery, time: string, scale: number): string {
    const indexOf = ({ definition }: FlagPhase) =>
        definition === null ? phases.length : phases.findIndex((phase) => phase.definition === definition);
    const [first, ...later] = phases;
    if (first === undefined) return '0';
    if (later.length === 0) return `${indexOf(first)}`;
    const cases = later.map(({ since }, index) => `when ${time} < ${since * scale} then ${indexOf(phases[index]!)}`);
    return `case ${cases.join(' ')} else ${indexOf(phases.at(-1)!)} end`;
}

/** The query of a user in a line of its own: it may end with a comment. */
const userQuery = (sql: string) => sql.trim().replace(/(\s*;)+$/, '');

function textOf(dialect: Pick<Dialect, 'text'>, value: string): string {
    const text = dialect.text(value);
    if (text !== undefined) return text;
    throw invalid(
        `"${value}" contains a backslash, and a data source cannot be queried for it. Rename it.`,
        '/body/source',
    );
}

const numberOf = (value: number) => value.toString();

/** Uses all columns of a query of the user, but reads no rows. */
export function checkQuery(source: StatisticsQuery['source'], query: 'exposures' | 'outcomes'): string {
    const dialect = DIALECTS[source.kind];
    const columns = query === 'exposures' ? ['feature', 'environment', 'variant'] : ['name', 'value'];
    return [
        `select count(*) as found from (select unit, ${columns.join(', ')}, ${dialect.milliseconds('at')} as at_ms`,
        'from (',
        userQuery(source[query]),
        `) as ${query}`,
        `where at >= ${dialect.time(0)} and at < ${dialect.time(0)}) as checked${dialect.end}`,
    ].join('\n');
}

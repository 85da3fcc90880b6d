import { Skeleton, Text } from '@mantine/core';
import type { ListedEvent } from '../../api/types.ts';
import { Chart } from '../../components/charts/Chart.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { formatDecimal, formatShare } from '../../components/text/numbers.ts';
import { dateTime, shortDay, timeOfDay } from '../../components/time/time.tsx';
import { changeMarkers } from '../events/change-markers.ts';
import { hasDecimals } from './chart-words.ts';
import { type MetricAnswer, type NewChart, useMetricValues } from './metric.queries.ts';
import { linesOf, overallOf, previousLine, timesOf } from './metric-values.ts';

interface Props {
    chart: NewChart;
    label: string;
    isCompared: boolean;
    /** The changes to mark, newest first. */
    events?: readonly ListedEvent[];
    height?: number;
}

/** The values of a metric over time, or why there are none. */
export function MetricValues(props: Props) {
    const { chart, isCompared, height = 180 } = props;
    const values = useMetricValues(chart);
    const start = values.data && new Date(Number(values.data.start) * 1_000);
    const before = useMetricValues(chart, {
        isEnabled: isCompared && start !== undefined,
        ...(start && { end: start }),
    });
    return (
        <QueryContent query={values} skeleton={<Skeleton height={height} aria-busy="true" />}>
            {(answer) => (
                <>
                    <Values
                        {...props}
                        height={height}
                        answer={answer}
                        previous={isCompared ? before.data : undefined}
                    />
                    {isCompared && before.isError && (
                        <Text size="sm" c="dimmed">
                            The period before could not be loaded.
                        </Text>
                    )}
                    <Notes answer={answer} />
                </>
            )}
        </QueryContent>
    );
}

interface ValuesProps extends Props {
    height: number;
    answer: MetricAnswer;
    previous: MetricAnswer | undefined;
}

function Values({ chart, label, events = [], height, answer, previous }: ValuesProps) {
    const { metricName, aggregationMode, yAxisMin } = chart;
    if (answer.reported !== 'values') {
        return (
            <Text size="sm" c="dimmed" py="md">
                {answer.reported === 'zero'
                    ? `0: applications report ${metricName} and counted nothing in this period.`
                    : `No data: no application reported ${metricName} in this period.`}
            </Text>
        );
    }
    const { start, end, step, times } = timesOf(answer);
    const binLabel = step < 10_800_000 ? timeOfDay : shortDay;
    return (
        <>
            {previous && (
                <Difference now={overallOf(answer, aggregationMode)} before={overallOf(previous, aggregationMode)} />
            )}
            <Chart
                label={label}
                height={height}
                hasDecimals={hasDecimals(aggregationMode)}
                startsAtZero={yAxisMin === 'zero'}
                format={formatDecimal}
                bins={times.map((time) => binLabel(new Date(time)))}
                titleOf={(bin) => dateTime(new Date(times[bin]!))}
                series={[
                    ...linesOf(answer, metricName),
                    ...(previous ? previousLine(answer, previous, metricName) : []),
                ]}
                markers={changeMarkers(events, { start, end, binWidth: step })}
            />
        </>
    );
}

/** A comparison of two periods says nothing about the cause. */
function Difference({ now, before }: { now: number | undefined; before: number | undefined }) {
    if (now === undefined) return null;
    return (
        <Text size="sm" mb={4}>
            <b>{formatDecimal(now)}</b>
            {before === undefined && ', no data in the period before'}
            {before === 0 && ', 0 in the period before'}
            {before !== undefined &&
                before !== 0 &&
                `, ${formatDecimal(before)} in the period before (${now >= before ? '+' : '−'}${formatShare(Math.abs((now - before) / before))})`}
        </Text>
    );
}

function Notes({ answer: { hasOther, debug } }: { answer: MetricAnswer }) {
    return (
        <>
            {debug.isTruncated && (
                <Text size="xs" c="dimmed">
                    Only the series with the largest values are shown. Select fewer values of labels.
                </Text>
            )}
            {hasOther && (
                <Text size="xs" c="dimmed">
                    This metric has more values of labels than are stored one by one; the rest is counted as (other).
                </Text>
            )}
        </>
    );
}

import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Flag, ListedEvent } from '../../../api/types.ts';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { count, formatShare } from '../../../components/text/numbers.ts';
import { dateTime, shortDay, timeOfDay } from '../../../components/time/time.tsx';
import { changeMarkers, MAX_MARKERS } from '../../events/change-markers.ts';
import { useEvents } from '../../events/event.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { DISABLED, type Exposure, exposureOf } from './exposure.ts';
import classes from './FlagExposure.module.css';
import { useFlagUsage } from './usage.queries.ts';

const PERIODS = { '48': '48 h', '720': '30 d' };
const HOUR = 3_600_000;

/** The share of users who got each result, per environment over time, with a marker for each change. */
export function FlagExposure({ at, flag }: { at: FlagAt; flag: Flag }) {
    const [hours, setHours] = useState('48');
    const usage = useFlagUsage(at.featureName, Number(hours));
    const { data } = useEvents({ feature: at.featureName, project: at.projectId }, 0, MAX_MARKERS);
    const exposures = exposureOf(
        usage.data ?? [],
        flag.environments.map(({ name }) => name),
    );
    if (exposures.length === 0 && hours === '48') return null;
    const barWidth = Number(hours) > 48 ? 24 * HOUR : HOUR;
    // The bar of the current hour or day ends in the future.
    const end = Math.ceil(usage.dataUpdatedAt / barWidth) * barWidth;
    const start = end - Number(hours) * HOUR;
    return (
        <Panel
            title="Exposure"
            actions={
                <SegmentedControl
                    size="xs"
                    aria-label="Period of the exposure"
                    data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
                    value={hours}
                    onChange={setHours}
                />
            }
        >
            {exposures.length === 0 && (
                <Text size="sm" c="dimmed">
                    No evaluations in this period.
                </Text>
            )}
            <div className={classes['charts']}>
                {exposures.map((exposure) => (
                    <ExposureChart
                        key={exposure.environment}
                        exposure={exposure}
                        events={(data?.events ?? []).filter((event) => affectsEnvironment(event, exposure.environment))}
                        start={start}
                        end={end}
                        barWidth={barWidth}
                    />
                ))}
            </div>
        </Panel>
    );
}

/** Changes of the whole flag concern all environments. */
const affectsEnvironment = (event: ListedEvent, environment: string) =>
    !event.environment || event.environment === environment;

interface ChartProps {
    exposure: Exposure;
    events: readonly ListedEvent[];
    start: number;
    end: number;
    /** The duration of a bar. */
    barWidth: number;
}

function colourOf(result: string, index: number): string {
    if (result === DISABLED) return 'var(--h-line)';
    // The same colours as in the bar of a strategy.
    return chartColour(index);
}

function ExposureChart({ exposure: { environment, results, bars }, events, start, end, barWidth }: ChartProps) {
    const times = Array.from({ length: (end - start) / barWidth }, (_, index) => start + index * barWidth);
    const byTime = new Map(bars.map((bar) => [Math.floor(Date.parse(bar.timestamp) / barWidth), bar]));
    const barAt = times.map((time) => byTime.get(Math.floor(time / barWidth)));
    const newest = bars.at(-1);
    const timeLabel = barWidth > HOUR ? shortDay : timeOfDay;
    return (
        <Chart
            label={`Exposure in ${environment}`}
            title={<b>{environment}</b>}
            isStacked
            height={96}
            max={1}
            hasDecimals
            format={formatShare}
            bins={times.map((time) => timeLabel(new Date(time)))}
            titleOf={(bin) => `${dateTime(new Date(times[bin]!))}: ${count(barAt[bin]?.total ?? 0, 'evaluation')}`}
            series={results.flatMap((name, index) =>
                bars.some(({ shares }) => shares[index]! > 0)
                    ? {
                          name,
                          legend: `${name} ${formatShare(newest?.shares[index] ?? 0)}`,
                          colour: colourOf(name, index),
                          values: barAt.map((bar) => bar?.shares[index] ?? null),
                      }
                    : [],
            )}
            markers={changeMarkers(events, { start, end, binWidth: barWidth })}
        />
    );
}

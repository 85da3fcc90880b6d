import { SegmentedControl, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag, ListedEvent } from '../../../api/types.ts';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { formatNumber, formatShare } from '../../../components/text/numbers.ts';
import { dateTime, day } from '../../../components/time/time.tsx';
import { useEvents } from '../../events/event.queries.ts';
import { eventTypeLabel } from '../../events/event-labels.ts';
import { momentsOf, type PastMoment } from '../../past/moments.ts';
import type { FlagAt } from '../flag-requests.ts';
import { DISABLED, type Exposure, exposureOf } from './exposure.ts';
import classes from './FlagExposure.module.css';
import { useFlagUsage } from './usage.queries.ts';

const PERIODS = { '48': '48 h', '720': '30 d' };
const HOUR = 3_600_000;
/** More markers could not be distinguished. */
const MAX_MARKERS = 100;

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
    const moments = momentsOf(data?.events ?? []).filter((moment) => Date.parse(moment.at) > start);
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
                        moments={moments.filter((moment) => affectsEnvironment(moment, exposure.environment))}
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
const affectsEnvironment = ({ events }: PastMoment, environment: string) =>
    events.some((event) => !event.environment || event.environment === environment);

interface ChartProps {
    exposure: Exposure;
    moments: readonly PastMoment[];
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

/** Drawn without a chart library, which would be larger than the page. */
function ExposureChart({ exposure: { environment, results, bars }, moments, start, end, barWidth }: ChartProps) {
    const span = end - start;
    const newest = bars.at(-1);
    const shown = results.filter((_, index) => bars.some(({ shares }) => shares[index]! > 0));
    const label = `Exposure in ${environment}`;
    return (
        <figure className={classes['chart']} aria-label={label}>
            <figcaption>
                <b>{environment}</b>
                {shown.map((result) => (
                    <span key={result} className={classes['result']}>
                        <i style={{ background: colourOf(result, results.indexOf(result)) }} aria-hidden="true" />
                        {result} {formatShare(newest?.shares[results.indexOf(result)] ?? 0)}
                    </span>
                ))}
            </figcaption>
            <div className={classes['plot']}>
                <svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label={`${label}, oldest first`}>
                    {bars.map(({ timestamp, shares, total }) => {
                        const x = Math.max(0, ((Date.parse(timestamp) - start) / span) * 1000);
                        let y = 100;
                        return (
                            <g key={timestamp}>
                                <title>{`${dateTime(timestamp)}: ${formatNumber(total)} evaluations`}</title>
                                {shares.map((share, index) => {
                                    y -= share * 100;
                                    return (
                                        <rect
                                            // The results have a fixed order.
                                            key={results[index]}
                                            x={x}
                                            y={y}
                                            width={(barWidth / span) * 940}
                                            height={share * 100}
                                            fill={colourOf(results[index]!, index)}
                                        />
                                    );
                                })}
                            </g>
                        );
                    })}
                </svg>
                {markersOf(moments, barWidth).map(({ at, events }) => {
                    const words = events.map(({ type }) => eventTypeLabel(type)).join(', ');
                    return (
                        <Tooltip key={at} label={`${dateTime(at)}: ${words}`} multiline maw={320}>
                            <Link
                                className={classes['marker']}
                                style={{ left: `${((Date.parse(at) - start) / span) * 100}%` }}
                                to="/history"
                                search={{ id: String(events.at(-1)?.id) }}
                                aria-label={`${words}, ${dateTime(at)}`}
                            />
                        </Tooltip>
                    );
                })}
            </div>
            <div className={classes['ends']} aria-hidden="true">
                <span>{day(new Date(start).toISOString())}</span>
                <span>Now</span>
            </div>
        </figure>
    );
}

/** Returns one marker for all changes within a bar, with its events in order: separate markers would cover each other. */
function markersOf(moments: readonly PastMoment[], barWidth: number): { at: string; events: ListedEvent[] }[] {
    const bars = Object.groupBy(moments, ({ at }) => Math.floor(Date.parse(at) / barWidth));
    return Object.values(bars).map((list = []) => ({
        at: list.at(-1)?.at ?? '',
        events: list.flatMap(({ events }) => events.toReversed()),
    }));
}

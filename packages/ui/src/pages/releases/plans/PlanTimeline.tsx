import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EventList } from '../../events/EventList.tsx';
import { MAX_MARKERS, useEvents } from '../../events/event.queries.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import { ExposureChart } from '../../flags/usage/ExposureChart.tsx';
import { exposureOf } from '../../flags/usage/exposure.ts';
import { useFlagUsage } from '../../flags/usage/usage.queries.ts';
import { MetricValues } from '../../metrics/MetricValues.tsx';
import { useMetricCharts } from '../../metrics/metric.queries.ts';
import { EvaluationChart } from '../safeguards/EvaluationChart.tsx';
import { useSafeguards } from '../safeguards/safeguard.queries.ts';
import { describeSafeguard } from '../safeguards/safeguard-sentences.ts';
import classes from './PlanPanel.module.css';

const PERIODS = { '48': '48 h', '168': '7 d', '720': '30 d' };
const HOUR = 3_600_000;

/** What happened in a release: milestones and other changes across the exposure and the metrics of the flag, and as a list. */
export function PlanTimeline({ at, planId }: { at: FlagEnvironmentAt; planId: string }) {
    const [hours, setHours] = useState('48');
    const { projectId: project, featureName: feature, environment } = at;
    const usage = useFlagUsage(feature, Number(hours));
    const { data } = useEvents({ feature, project, environment }, 0, MAX_MARKERS);
    const charts = useMetricCharts(at);
    const watched = { ...at, planId };
    const { data: safeguards = [] } = useSafeguards(watched);
    const events = data?.events ?? [];
    const barWidth = Number(hours) > 48 ? 24 * HOUR : HOUR;
    // The bar of the current hour or day ends in the future.
    const end = Math.ceil(usage.dataUpdatedAt / barWidth) * barWidth;
    const [exposure] = exposureOf(usage.data ?? [], [environment]);
    return (
        <section className={classes['details']} aria-label={`Timeline of the release in ${environment}`}>
            <Stack gap="md">
                <SegmentedControl
                    size="xs"
                    aria-label="Period of the timeline"
                    style={{ alignSelf: 'flex-start' }}
                    data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
                    value={hours}
                    onChange={setHours}
                />
                {usage.isPending ? (
                    <Skeleton height={170} aria-busy="true" />
                ) : exposure ? (
                    <ExposureChart
                        exposure={exposure}
                        events={events}
                        start={end - Number(hours) * HOUR}
                        end={end}
                        barWidth={barWidth}
                    />
                ) : (
                    <Text size="sm" c="dimmed">
                        No evaluations were reported in this period.
                    </Text>
                )}
                {charts.data?.map((chart) => (
                    <MetricValues
                        key={chart.id}
                        chart={chart}
                        label={chart.title || chart.displayName || chart.metricName}
                        events={events}
                        isCompared={false}
                        height={120}
                    />
                ))}
                {safeguards.map((safeguard) => (
                    <section key={safeguard.id} aria-label={`Safeguard: ${describeSafeguard(safeguard)}`}>
                        <Text size="xs" c="dimmed" mb={4}>
                            {describeSafeguard(safeguard)}
                        </Text>
                        <EvaluationChart at={watched} safeguard={safeguard} since={end - Number(hours) * HOUR} />
                    </section>
                ))}
                <EventList filter={{ project, feature, environment }} isFlagHistory />
            </Stack>
        </section>
    );
}

import { SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { Flag, ListedEvent } from '../../../api/types.ts';
import { MAX_MARKERS, useEvents } from '../../events/event.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { ExposureChart } from './ExposureChart.tsx';
import { exposureOf } from './exposure.ts';
import classes from './FlagExposure.module.css';
import { useFlagUsage } from './usage.queries.ts';

const PERIODS = { '48': '48 h', '720': '30 d' };
const HOUR = 3_600_000;

/** The share of users who got each result in one environment over time, with its changes as markers. */
export function FlagExposure({ at, flag }: { at: FlagAt; flag: Flag }) {
    const [hours, setHours] = useState('48');
    const [selected, setSelected] = useState<string | null>(null);
    const usage = useFlagUsage(at.featureName, Number(hours));
    const { data } = useEvents({ feature: at.featureName, project: at.projectId }, 0, MAX_MARKERS);
    const placeholder = <Skeleton height="100%" aria-busy="true" />;
    if (usage.isPending) return placeholder;
    const exposures = exposureOf(usage.data ?? [], productionFirst(flag));
    const exposure = exposures.find(({ environment }) => environment === selected) ?? exposures[0];
    if (!exposure && hours === '48') return null;
    const barWidth = Number(hours) > 48 ? 24 * HOUR : HOUR;
    // The bar of the current hour or day ends in the future.
    const end = Math.ceil(usage.dataUpdatedAt / barWidth) * barWidth;
    const start = end - Number(hours) * HOUR;
    return (
        <section className={classes['exposure']} aria-label="Exposure">
            <div className={classes['controls']}>
                {exposure && (
                    <Select
                        size="xs"
                        aria-label="Environment of the exposure"
                        data={exposures.map(({ environment }) => environment)}
                        value={exposure.environment}
                        onChange={setSelected}
                    />
                )}
                <SegmentedControl
                    size="xs"
                    aria-label="Period of the exposure"
                    data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
                    value={hours}
                    onChange={setHours}
                />
            </div>
            {exposure ? (
                <ExposureChart
                    exposure={exposure}
                    events={(data?.events ?? []).filter((event) => affectsEnvironment(event, exposure.environment))}
                    start={start}
                    end={end}
                    barWidth={barWidth}
                />
            ) : (
                <Text size="sm" c="dimmed">
                    No evaluations in this period.
                </Text>
            )}
        </section>
    );
}

const productionFirst = ({ environments }: Flag) =>
    environments
        .toSorted((a, b) => Number(b.type === 'production') - Number(a.type === 'production'))
        .map(({ name }) => name);

/** Changes of the whole flag concern all environments. */
const affectsEnvironment = (event: ListedEvent, environment: string) =>
    !event.environment || event.environment === environment;

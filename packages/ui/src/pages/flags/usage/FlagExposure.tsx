import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Flag, ListedEvent } from '../../../api/types.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { MAX_MARKERS, useEvents } from '../../events/event.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { exposureOf } from './exposure.ts';
import classes from './FlagExposure.module.css';
import { useFlagUsage } from './usage.queries.ts';

/** Flags without evaluations need no chart. */
const ExposureChart = lazyComponent(() => import('./ExposureChart.tsx'), 'ExposureChart');

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
                    <Suspense key={exposure.environment} fallback={<Skeleton height={170} aria-busy="true" />}>
                        <ExposureChart
                            exposure={exposure}
                            events={(data?.events ?? []).filter((event) =>
                                affectsEnvironment(event, exposure.environment),
                            )}
                            start={start}
                            end={end}
                            barWidth={barWidth}
                        />
                    </Suspense>
                ))}
            </div>
        </Panel>
    );
}

/** Changes of the whole flag concern all environments. */
const affectsEnvironment = (event: ListedEvent, environment: string) =>
    !event.environment || event.environment === environment;

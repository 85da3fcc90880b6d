import { Skeleton, Text } from '@mantine/core';
import { QueryContent } from '../../../components/layout/States.tsx';
import { hasMeasured, MEASURED_HEIGHT, MeasuredChart } from './MeasuredChart.tsx';
import { type Safeguard, useIntervals, type Watched } from './safeguard.queries.ts';

interface Props {
    at: Watched;
    safeguard: Safeguard;
    /** The start of the period. */
    since: number;
}

/** The values of a safeguard in a period of a release. */
export function IntervalTimeline({ at, safeguard, since }: Props) {
    const intervals = useIntervals(at, safeguard);
    return (
        <QueryContent query={intervals} skeleton={<Skeleton height={MEASURED_HEIGHT} aria-busy="true" />}>
            {(all) => {
                const checks = all.filter((each) => Date.parse(each.at) >= since);
                if (hasMeasured(checks)) return <MeasuredChart safeguard={safeguard} checks={checks} />;
                return (
                    <Text size="sm" c="dimmed">
                        {checks.length === 0
                            ? 'It was not checked in this period.'
                            : 'No check had data in this period.'}
                    </Text>
                );
            }}
        </QueryContent>
    );
}

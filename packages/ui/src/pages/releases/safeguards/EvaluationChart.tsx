import { Skeleton } from '@mantine/core';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { QueryContent } from '../../../components/layout/States.tsx';
import { formatDecimal } from '../../../components/text/numbers.ts';
import { dateTime, timeOfDay } from '../../../components/time/time.tsx';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import { type Safeguard, useEvaluations } from './safeguard.queries.ts';

const HEIGHT = 96;

/** What a safeguard measured at each check, and its limit. A check without a value is a gap, not zero. */
export function EvaluationChart({ at, safeguard }: { at: FlagEnvironmentAt; safeguard: Safeguard }) {
    const evaluations = useEvaluations(at, safeguard.id);
    const { threshold } = safeguard.triggerCondition;
    const { metricName } = safeguard.impactMetric;
    return (
        <QueryContent query={evaluations} skeleton={<Skeleton height={HEIGHT + 54} aria-busy="true" />}>
            {(checks) =>
                checks.some(({ value }) => value !== null) && (
                    <Chart
                        label={`${metricName} at each check`}
                        height={HEIGHT}
                        hasDecimals
                        format={formatDecimal}
                        bins={checks.map((check) => timeOfDay(check.at))}
                        titleOf={(bin) => `${dateTime(checks[bin]!.at)}: ${checks[bin]!.state}`}
                        series={[
                            {
                                name: metricName,
                                colour: chartColour(0),
                                isLine: true,
                                values: checks.map(({ value }) => value),
                            },
                        ]}
                        threshold={{ value: threshold, label: `Limit ${formatDecimal(threshold)}` }}
                    />
                )
            }
        </QueryContent>
    );
}

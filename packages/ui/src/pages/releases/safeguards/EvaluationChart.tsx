import { Skeleton, Text } from '@mantine/core';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { QueryContent } from '../../../components/layout/States.tsx';
import { formatDecimal } from '../../../components/text/numbers.ts';
import { dateTime, timeOfDay } from '../../../components/time/time.tsx';
import { thinned } from './evaluation-points.ts';
import { type Evaluation, MAX_EVALUATIONS, type Safeguard, useEvaluations, type Watched } from './safeguard.queries.ts';

const HEIGHT = 96;

interface Props {
    at: Watched;
    safeguard: Safeguard;
    /** The start of a longer time, as far as the service returns it. By default, the last checks are shown. */
    since?: number;
}

/** What a safeguard measured at each check, and its limit. A check without a value is a gap, not zero. */
export function EvaluationChart({ at, safeguard, since }: Props) {
    const evaluations = useEvaluations(at, safeguard, since === undefined ? {} : { limit: MAX_EVALUATIONS });
    const { impactMetric, triggerCondition, comparison, counts } = safeguard;
    const compared = comparison ?? counts;
    const name = impactMetric?.metricName ?? comparison?.outcome ?? counts?.metricName ?? '';
    const limit = triggerCondition?.threshold ?? (compared?.direction === 'up' ? -compared.margin : compared?.margin);
    return (
        <QueryContent query={evaluations} skeleton={<Skeleton height={HEIGHT + 54} aria-busy="true" />}>
            {(all) => {
                const checks = thinned(since === undefined ? all : all.filter((each) => Date.parse(each.at) >= since));
                return checks.some((check) => measured(check) !== null) ? (
                    <Chart
                        label={`${name} at each check`}
                        height={HEIGHT}
                        hasDecimals
                        format={formatDecimal}
                        bins={checks.map((check) => timeOfDay(check.at))}
                        titleOf={(bin) => `${dateTime(checks[bin]!.at)}: ${checks[bin]!.state}`}
                        series={[
                            {
                                name,
                                colour: chartColour(0),
                                isLine: true,
                                values: checks.map(measured),
                            },
                        ]}
                        {...(limit !== undefined && {
                            threshold: { value: limit, label: `Limit ${formatDecimal(limit)}` },
                        })}
                        {...(compared && {
                            band: {
                                lows: checks.map(({ bounds }) => bounds?.[0] ?? null),
                                highs: checks.map(({ bounds }) => bounds?.[1] ?? null),
                                colour: chartColour(0),
                            },
                        })}
                    />
                ) : since === undefined ? null : (
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

/** The value of a metric, or the difference of a comparison. */
const measured = ({ value, effect }: Evaluation): number | null => value ?? effect ?? null;

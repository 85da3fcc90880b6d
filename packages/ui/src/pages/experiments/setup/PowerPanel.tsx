import { Alert, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleDashed, IconHourglass, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { listed } from '../../../components/text/listed.ts';
import { count, formatDecimal, formatShare } from '../../../components/text/numbers.ts';
import { type Experiment, type Plan, type PlanInput, usePlan } from '../experiment.queries.ts';

type MetricPlan = Plan['metrics'][number];
type PlanMethod = keyof MetricPlan['curve'][number]['mde'];

const METHODS: Record<PlanMethod, string> = { alwaysValid: 'Stop when clear', fixedHorizon: 'One look at the end' };

/** A larger effect than this needs no plan; it would flatten the curve. */
const MAX_EFFECT = 2;

/** How long an experiment takes: the smallest effect that is found after a number of days. */
export function PowerPanel({ experiment }: { experiment: Experiment }) {
    const [effect, setEffect] = useState<number | ''>(5);
    const [method, setMethod] = useState<PlanMethod>('alwaysValid');
    const [assumed, setAssumed] = useState<{ mean: number | ''; unitsPerDay: number | '' }>({
        mean: '',
        unitsPerDay: '',
    });
    const { feature, environment, unit, population, enrol, control, metrics } = experiment;
    const primary = metrics.find(({ role }) => role === 'primary');
    const isRate = primary?.kind === 'conversion';
    const [body] = useDebouncedValue<PlanInput>(
        {
            ...{ feature, environment, unit, population, enrol, control, metrics },
            ...(effect !== '' && effect > 0 && { effect: effect / 100 }),
            ...(isRate &&
                assumed.mean !== '' &&
                assumed.unitsPerDay !== '' &&
                assumed.mean > 0 &&
                assumed.unitsPerDay > 0 && {
                    baseline: { mean: assumed.mean / 100, unitsPerDay: assumed.unitsPerDay },
                }),
        },
        300,
    );
    const plan = usePlan(experiment.project, body);
    const isMeasured = plan.data?.source === 'outcomes' && plan.data.metrics.some(({ state }) => state === 'planned');
    return (
        <Panel
            title="How long it takes"
            about="With a power of 80%, from the stored outcomes of the last 14 days."
            actions={
                <SegmentedControl
                    size="xs"
                    aria-label="Plan for"
                    data={Object.entries(METHODS).map(([value, label]) => ({ value, label }))}
                    value={method}
                    // The values are those of the options.
                    onChange={(value) => setMethod(value as PlanMethod)}
                />
            }
        >
            <Stack gap="md">
                <Group align="flex-end" gap="sm">
                    <NumberInput
                        label="Effect to find (%)"
                        w={150}
                        min={0}
                        step={1}
                        value={effect}
                        onChange={(value) => setEffect(value === '' ? '' : Number(value))}
                    />
                    {isRate && !isMeasured && (
                        <>
                            <NumberInput
                                label="Assumed rate (%)"
                                w={150}
                                min={0}
                                max={100}
                                value={assumed.mean}
                                onChange={(mean) => setAssumed({ ...assumed, mean: mean === '' ? '' : Number(mean) })}
                            />
                            <NumberInput
                                label="Assumed users per day"
                                w={190}
                                min={0}
                                value={assumed.unitsPerDay}
                                onChange={(unitsPerDay) =>
                                    setAssumed({
                                        ...assumed,
                                        unitsPerDay: unitsPerDay === '' ? '' : Number(unitsPerDay),
                                    })
                                }
                            />
                        </>
                    )}
                </Group>
                <QueryContent query={plan} skeleton={<Rows count={4} />}>
                    {(data) => <PlannedMetrics plan={data} method={method} />}
                </QueryContent>
            </Stack>
        </Panel>
    );
}

function PlannedMetrics({ plan, method }: { plan: Plan; method: PlanMethod }) {
    const planned = plan.metrics.filter(({ state }) => state === 'planned');
    const others = plan.metrics.filter(({ state }) => state !== 'planned');
    const days = planned[0]?.curve.map((point) => point.days) ?? [];
    const primary = plan.metrics.find(({ role }) => role === 'primary');
    return (
        <>
            {primary?.state === 'planned' && <Text fw={600}>{durationSentence(primary, plan, method)}</Text>}
            {planned.length > 0 && (
                <>
                    <Chart
                        label="Smallest effect that is found, by duration"
                        title="Smallest effect that is found after a number of days"
                        height={180}
                        hasDecimals
                        max={Math.min(MAX_EFFECT, highest(planned, method))}
                        format={formatShare}
                        bins={days.map(String)}
                        titleOf={(bin) =>
                            `${count(days[bin] ?? 0, 'day')}, ${count(planned[0]?.curve[bin]?.units ?? 0, 'user')}`
                        }
                        series={planned.map(({ key, curve }, index) => ({
                            name: key,
                            colour: chartColour(index),
                            isLine: true,
                            values: curve.map(({ mde }) => {
                                const value = mde[method];
                                return value === null || value > MAX_EFFECT ? null : value;
                            }),
                        }))}
                        {...(plan.effect !== null && {
                            threshold: { value: plan.effect, label: `Effect to find: ${formatShare(plan.effect)}` },
                        })}
                    />
                    <Text size="xs" c="dimmed">
                        {planned
                            .map(({ key, baseline }) => `${key} now: ${formatDecimal(baseline ?? 0)} per user`)
                            .join(', ')}
                        {plan.units.perDay !== null && `. About ${formatDecimal(plan.units.perDay)} new users per day.`}
                        {plan.source === 'assumed' && ' These numbers are your assumptions.'}
                        {plan.units.sampled < 1 && ` Measured with ${formatShare(plan.units.sampled)} of the users.`}
                    </Text>
                </>
            )}
            {[...Map.groupBy(others, ({ state, reason }) => `${state} ${reason ?? ''}`)].map(([key, metrics]) => (
                <Unplanned key={key} metrics={metrics} />
            ))}
        </>
    );
}

const UNPLANNED = {
    'no data': { color: 'gray', icon: IconCircleDashed, words: 'no data' },
    'too little': { color: 'gray', icon: IconHourglass, words: 'too little data' },
    withheld: { color: 'brass', icon: IconLock, words: 'withheld' },
} as const;

/** Metrics without a plan, all for the same reason. */
function Unplanned({ metrics }: { metrics: readonly MetricPlan[] }) {
    const [first] = metrics;
    if (!first || first.state === 'planned') return null;
    const { color, icon: Icon, words } = UNPLANNED[first.state];
    return (
        <Alert
            color={color}
            role="status"
            icon={<Icon size={16} />}
            title={`No plan for ${listed(metrics.map(({ key }) => key))}: ${words}`}
        >
            {first.reason}
        </Alert>
    );
}

function durationSentence({ key, daysNeeded }: MetricPlan, { effect }: Plan, method: PlanMethod): string {
    if (effect === null || !daysNeeded) return `Enter the smallest effect on ${key} that matters.`;
    const days = daysNeeded[method];
    return days === null
        ? `An effect of ${formatShare(effect)} on ${key} takes more than a year to find.`
        : `An effect of ${formatShare(effect)} on ${key} is found after ${count(days, 'day')}.`;
}

const highest = (metrics: readonly MetricPlan[], method: PlanMethod) =>
    Math.max(0, ...metrics.flatMap(({ curve }) => curve.map(({ mde }) => mde[method] ?? 0)));

import { Alert, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import { MODE_LABELS, RANGE_LABELS } from '../../metrics/chart-words.ts';
import { MetricValues } from '../../metrics/MetricValues.tsx';
import { type Metric, useMetrics, useMetricValues } from '../../metrics/metric.queries.ts';
import type { NewSafeguard, Safeguard } from './safeguard.queries.ts';
import { describeThreshold } from './safeguard-sentences.ts';

type MetricRule = NewSafeguard['impactMetric'];
export type Threshold = Pick<NewSafeguard, 'impactMetric' | 'triggerCondition'>;

const RANGES = ['hour', 'day', 'week', 'month'] as const;
const EVERY_APP = '';

/** The threshold of a safeguard that exists, or the start of a new one. */
export const initialThreshold = (safeguard: Safeguard | undefined): Threshold => ({
    impactMetric: safeguard?.impactMetric
        ? withoutId(safeguard.impactMetric)
        : { metricName: '', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {}, source: 'internal' },
    triggerCondition: safeguard?.triggerCondition ?? { operator: '>', threshold: 0 },
});

interface Props {
    at: FlagEnvironmentAt;
    rule: Threshold;
    onChange: (rule: Threshold) => void;
    /** What happens: “The flag is turned off”. */
    effect: string;
}

/** A metric and its limit. */
export function ThresholdFields({ at, rule, onChange, effect }: Props) {
    const { data } = useMetrics();
    const metrics = data?.metrics ?? [];
    const { impactMetric: metric, triggerCondition: trigger } = rule;
    const setMetric = (impactMetric: MetricRule) => onChange({ ...rule, impactMetric });
    const setTrigger = (triggerCondition: Threshold['triggerCondition']) => onChange({ ...rule, triggerCondition });
    const known = metrics.find(({ name }) => name === metric.metricName);
    const selectors = { environment: [at.environment], ...metric.labelSelectors };
    return (
        <>
            <Select
                label="Metric"
                placeholder="Search metrics and outcomes"
                searchable
                data-autofocus
                data={optionsOf(metrics, metric.metricName)}
                value={metric.metricName || null}
                onChange={(name) => name && setMetric({ ...metric, ...choiceOf(metrics, name) })}
                description={known?.help || undefined}
                nothingFoundMessage="No such metric was reported"
            />
            <Group grow align="flex-start">
                <Select
                    label="Value"
                    data={(known?.modes ?? [metric.aggregationMode]).map((value) => ({
                        value,
                        label: MODE_LABELS[value],
                    }))}
                    value={metric.aggregationMode}
                    onChange={(mode) =>
                        mode && setMetric({ ...metric, aggregationMode: mode as MetricRule['aggregationMode'] })
                    }
                />
                <Select
                    label="Period"
                    data={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
                    value={metric.timeRange}
                    onChange={(range) => range && setMetric({ ...metric, timeRange: range as MetricRule['timeRange'] })}
                />
                {metric.metricName && <AppSelect metric={metric} onChange={setMetric} />}
            </Group>
            <Group grow align="flex-start">
                <Select
                    label="It is harm when the value is"
                    data={[
                        { value: '>', label: 'above' },
                        { value: '<', label: 'below' },
                    ]}
                    value={trigger.operator}
                    onChange={(operator) => operator && setTrigger({ ...trigger, operator: operator as '>' | '<' })}
                />
                <NumberInput
                    label="Limit"
                    value={trigger.threshold}
                    onChange={(value) => setTrigger({ ...trigger, threshold: Number(value) || 0 })}
                />
            </Group>
            {metric.metricName && (
                <Stack gap={4}>
                    <Text size="sm">
                        {effect} when the {describeThreshold(rule)}.
                    </Text>
                    <MetricValues
                        chart={{ ...metric, labelSelectors: selectors, yAxisMin: 'zero' }}
                        label={`Values of ${metric.metricName} in ${at.environment}`}
                        isCompared={false}
                        height={120}
                    />
                    <Alert color="gray" icon={<IconInfoCircle size={16} />}>
                        Metrics of frontend tokens can be sent by anybody who reads the token in a page: who wants to
                        cause harm here can do so.
                    </Alert>
                </Stack>
            )}
        </>
    );
}

const withoutId = ({ id: _id, ...metric }: NonNullable<Safeguard['impactMetric']>): MetricRule => metric;

/** A safeguard keeps its metric while applications do not report it. */
const optionsOf = (metrics: readonly Metric[], chosen: string) => [
    ...metrics.map(({ name, displayName }) => ({ value: name, label: displayName })),
    ...(chosen && !metrics.some(({ name }) => name === chosen) ? [{ value: chosen, label: chosen }] : []),
];

function choiceOf(metrics: readonly Metric[], name: string): Partial<MetricRule> {
    const chosen = metrics.find((each) => each.name === name);
    const [first = 'count'] = chosen?.modes ?? [];
    return {
        metricName: name,
        aggregationMode: chosen?.modes.includes('count') && chosen.type === 'counter' ? 'count' : first,
        labelSelectors: {},
        ...(chosen && { source: chosen.source }),
    };
}

interface AppProps {
    metric: MetricRule;
    onChange: (metric: MetricRule) => void;
}

/** One application, or all of them. */
function AppSelect({ metric, onChange }: AppProps) {
    const known = useMetricValues({ ...metric, labelSelectors: {}, yAxisMin: 'auto' });
    const apps = (known.data?.labels['appName'] ?? []).filter((app) => app !== '' && app !== '*');
    if (apps.length === 0) return null;
    const { appName = [], ...others } = metric.labelSelectors;
    return (
        <Select
            label="Application"
            data={[{ value: EVERY_APP, label: 'All' }, ...apps.map((app) => ({ value: app, label: app }))]}
            value={appName[0] ?? EVERY_APP}
            onChange={(app) => onChange({ ...metric, labelSelectors: app ? { ...others, appName: [app] } : others })}
        />
    );
}

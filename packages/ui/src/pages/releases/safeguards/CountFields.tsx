import { Alert, Group, NumberInput, Select, TagsInput, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { formatDecimal } from '../../../components/text/numbers.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import { useMetrics, useMetricValues } from '../../metrics/metric.queries.ts';
import { type ComparedMilestone, type Counts, milestonesWithoutCounts } from './comparison.ts';

interface Props {
    at: FlagEnvironmentAt;
    counts: Counts;
    milestones: readonly ComparedMilestone[];
    onChange: (counts: Counts) => void;
}

/** Events per evaluation with the feature against those without it, where no users are known. */
export function CountFields({ at, counts, milestones, onChange }: Props) {
    const { metricName, armLabel, controlValues, direction, margin, minimumEvents, graceMinutes } = counts;
    const { data } = useMetrics();
    const counters = (data?.metrics ?? []).filter(({ type }) => type === 'counter');
    const { data: values } = useMetricValues({
        ...{ metricName, timeRange: 'month', aggregationMode: 'count', yAxisMin: 'auto', source: 'internal' },
        labelSelectors: { environment: [at.environment] },
    });
    const labels = values?.labels ?? {};
    const set = (members: Partial<Counts>) => onChange({ ...counts, ...members });
    return (
        <>
            <Select
                label="Metric"
                description="A counter whose label names the result of the flag"
                placeholder="Search metrics"
                searchable
                data-autofocus
                data={withChosen(
                    counters.map(({ name }) => name),
                    metricName,
                )}
                value={metricName || null}
                onChange={(name) => name && set({ metricName: name })}
                nothingFoundMessage="No such counter was reported"
            />
            <Group grow align="flex-start">
                <Select
                    label="Label with the result"
                    searchable
                    data={withChosen(Object.keys(labels), armLabel)}
                    value={armLabel}
                    onChange={(label) => label && set({ armLabel: label })}
                />
                <TagsInput
                    label="Its values without the feature"
                    data={(labels[armLabel] ?? []).filter((value) => value !== '' && value !== '*')}
                    value={controlValues}
                    onChange={(chosen) => set({ controlValues: chosen })}
                />
            </Group>
            <Group grow align="flex-start">
                <Select
                    label="It is harm when evaluations with the feature have"
                    data={[
                        { value: 'down', label: 'more events' },
                        { value: 'up', label: 'fewer events' },
                    ]}
                    value={direction}
                    onChange={(value) => value && set({ direction: value as Counts['direction'] })}
                />
                <NumberInput
                    label="Margin (%)"
                    description={`Up to ${formatDecimal(margin * 100)}% ${direction === 'down' ? 'more' : 'fewer'} per evaluation than without it is accepted`}
                    inputWrapperOrder={['label', 'input', 'description']}
                    min={0}
                    step={5}
                    value={Number((margin * 100).toPrecision(6))}
                    onChange={(value) => set({ margin: Math.max(0, Number(value) || 0) / 100 })}
                />
            </Group>
            <Group grow align="flex-start">
                <NumberInput
                    label="Events before it is judged"
                    min={10}
                    allowDecimal={false}
                    value={minimumEvents}
                    onChange={(value) => set({ minimumEvents: Math.max(10, Number(value) || 10) })}
                />
                <NumberInput
                    label="Minutes before missing data holds the release"
                    min={0}
                    allowDecimal={false}
                    value={graceMinutes}
                    onChange={(value) => set({ graceMinutes: Math.max(0, Number(value) || 0) })}
                />
            </Group>
            <Warnings milestones={milestones} />
        </>
    );
}

function Warnings({ milestones }: { milestones: readonly ComparedMilestone[] }) {
    const uncompared = milestonesWithoutCounts(milestones);
    const isUseless = uncompared.length === milestones.length;
    return (
        <>
            {uncompared.length > 0 && (
                <Alert
                    color={isUseless ? 'red' : 'brass'}
                    role="status"
                    icon={<IconAlertTriangle size={16} />}
                    title={
                        isUseless
                            ? 'No milestone can be compared'
                            : `No comparison in ${uncompared.map((name) => `“${name}”`).join(', ')}`
                    }
                >
                    {isUseless ? 'This safeguard can never act. ' : ''}A milestone is compared if it has a percentage
                    between 0 and 100, and no constraints or segments, because counts do not say which users were left
                    out by the percentage.
                </Alert>
            )}
            <Alert color="gray" icon={<IconInfoCircle size={16} />}>
                Evaluations are not users: a user whose flags are evaluated more often counts more. Compare users where
                applications report who they are.
            </Alert>
            <Text size="xs" c="dimmed">
                The first full hour of a milestone is the first that counts.
            </Text>
        </>
    );
}

/** A stored name stays selectable while applications do not report it. */
const withChosen = (names: readonly string[], chosen: string) =>
    chosen === '' || names.includes(chosen) ? [...names] : [chosen, ...names];

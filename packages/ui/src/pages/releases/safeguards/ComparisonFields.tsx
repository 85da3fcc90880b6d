import { Alert, Autocomplete, Checkbox, Group, NumberInput, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { formatDecimal } from '../../../components/text/numbers.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import { useOutcomes } from '../../metrics/metric.queries.ts';
import { type ComparedMilestone, type Comparison, milestonesWithoutControl } from './comparison.ts';

const KINDS = {
    conversion: 'Share of users who have it',
    count: 'How often per user',
    mean: 'Sum of its values per user',
};

interface Props {
    at: FlagEnvironmentAt;
    comparison: Comparison;
    milestones: readonly ComparedMilestone[];
    onChange: (comparison: Comparison) => void;
}

/** Users with the feature against users without it, by an outcome. */
export function ComparisonFields({ at, comparison, milestones, onChange }: Props) {
    const outcomes = useOutcomes(at.environment);
    const { outcome, kind, direction, difference, margin, minimumSample, graceMinutes, backendOnly } = comparison;
    const set = (members: Partial<Comparison>) => onChange({ ...comparison, ...members });
    const isRelative = difference === 'relative';
    // Shares and relative differences are entered in percent.
    const isPercent = isRelative || kind === 'conversion';
    return (
        <>
            <Autocomplete
                label="Outcome"
                data-autofocus
                placeholder="checkout_failed"
                description="The name of something that a single user does. It may be one that was not reported yet."
                data={outcomes}
                value={outcome}
                onChange={(name) => set({ outcome: name })}
            />
            <Group grow align="flex-start">
                <Select
                    label="Compared"
                    data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
                    value={kind}
                    onChange={(value) => value && set({ kind: value as Comparison['kind'] })}
                />
                <Select
                    label="It is harm when users with the feature have"
                    data={[
                        { value: 'down', label: 'more' },
                        { value: 'up', label: 'less' },
                    ]}
                    value={direction}
                    onChange={(value) => value && set({ direction: value as Comparison['direction'] })}
                />
            </Group>
            <Group grow align="flex-start">
                <NumberInput
                    label={isPercent ? 'Margin (%)' : 'Margin'}
                    description={describeMargin(comparison)}
                    inputWrapperOrder={['label', 'input', 'description']}
                    min={0}
                    step={isPercent ? 0.5 : 1}
                    value={isPercent ? Number((margin * 100).toPrecision(6)) : margin}
                    onChange={(value) => set({ margin: Math.max(0, Number(value) || 0) / (isPercent ? 100 : 1) })}
                />
                <Select
                    label="Difference"
                    data={[
                        { value: 'absolute', label: kind === 'conversion' ? 'Percentage points' : 'Absolute' },
                        { value: 'relative', label: 'Relative to users without it' },
                    ]}
                    value={difference}
                    onChange={(value) => value && set({ difference: value as Comparison['difference'] })}
                />
            </Group>
            <Group grow align="flex-start">
                <NumberInput
                    label="Users per side before it is judged"
                    min={10}
                    allowDecimal={false}
                    value={minimumSample}
                    onChange={(value) => set({ minimumSample: Math.max(10, Number(value) || 10) })}
                />
                <NumberInput
                    label="Minutes before missing data holds the release"
                    min={0}
                    allowDecimal={false}
                    value={graceMinutes}
                    onChange={(value) => set({ graceMinutes: Math.max(0, Number(value) || 0) })}
                />
            </Group>
            <Checkbox
                label="Only what backend tokens report"
                description="Reports of frontend tokens do not count."
                checked={backendOnly}
                onChange={({ currentTarget }) => set({ backendOnly: currentTarget.checked })}
            />
            <Warnings milestones={milestones} backendOnly={backendOnly} />
        </>
    );
}

function Warnings({ milestones, backendOnly }: { milestones: readonly ComparedMilestone[]; backendOnly: boolean }) {
    const uncompared = milestonesWithoutControl(milestones);
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
                            ? 'No milestone has users to compare with'
                            : `No comparison in ${uncompared.map((name) => `“${name}”`).join(', ')}`
                    }
                >
                    {isUseless ? 'This safeguard can never act. ' : ''}
                    Users that a percentage leaves out are compared. A milestone without a percentage between 0 and 100
                    has none.
                </Alert>
            )}
            {!backendOnly && (
                <Alert color="gray" icon={<IconInfoCircle size={16} />}>
                    Anybody who reads a frontend token in a page can report outcomes with it, and so stop this release
                    or hide harm. For a decision that must not be forged, count backend tokens only.
                </Alert>
            )}
            <Text size="xs" c="dimmed">
                It is checked every 30 seconds. A release without harm is stopped in at most 5% of the cases.
            </Text>
        </>
    );
}

function describeMargin({ kind, difference, direction, margin }: Comparison): string {
    const than = direction === 'down' ? 'more than' : 'less than';
    if (difference === 'relative') return `Up to ${formatDecimal(margin * 100)}% ${than} users without it is accepted`;
    if (kind === 'conversion')
        return `Up to ${formatDecimal(margin * 100)} of 100 users ${than} without it is accepted`;
    return `Up to ${formatDecimal(margin)} per user ${than} without it is accepted`;
}

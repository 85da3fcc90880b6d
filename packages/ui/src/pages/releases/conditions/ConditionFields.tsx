import { Checkbox, Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { type Condition, type ConditionKind, inUnits, kindOf, UNITS, type Unit, withKind } from './condition.ts';

const KINDS: Record<ConditionKind, string> = {
    none: 'Somebody starts it',
    time: 'After a time',
    exposure: 'After exposures',
    both: 'After both',
};

interface Props {
    /** The label of the group, which the fields continue. */
    label: string;
    value: Condition | undefined;
    onChange: (condition: Condition | undefined) => void;
    error?: string | undefined;
}

/** How the next milestone starts: by hand, after a time, after exposures, or after both. */
export function ConditionFields({ label, value, onChange, error }: Props) {
    const { intervalMinutes, minimumExposures } = value ?? {};
    return (
        <Group gap={6} align="flex-start" wrap="wrap" role="group" aria-label={label}>
            <Select
                aria-label={`${label}: the next one starts`}
                size="xs"
                w={164}
                data={Object.entries(KINDS).map(([kind, text]) => ({ value: kind, label: text }))}
                value={kindOf(value)}
                // The options are the kinds.
                onChange={(kind) => kind && onChange(withKind(kind as ConditionKind, value))}
            />
            {intervalMinutes !== undefined && (
                <IntervalFields
                    label={label}
                    minutes={intervalMinutes}
                    onChange={(minutes) => onChange({ ...value, intervalMinutes: minutes })}
                    error={error}
                />
            )}
            {minimumExposures !== undefined && (
                <NumberInput
                    aria-label={`${label}: exposures`}
                    size="xs"
                    w={150}
                    min={1}
                    allowDecimal={false}
                    allowNegative={false}
                    thousandSeparator=","
                    suffix=" exposures"
                    value={minimumExposures || ''}
                    onChange={(number) => onChange({ ...value, minimumExposures: Number(number) || 0 })}
                    error={intervalMinutes === undefined || minimumExposures === 0 ? error : undefined}
                />
            )}
            {intervalMinutes !== undefined && (
                <Checkbox
                    size="xs"
                    w="100%"
                    label="Start earlier once safeguards exclude harm"
                    description="When every comparison of the plan shows that users with the feature are not worse off beyond its margin."
                    checked={value?.whenHarmExcluded ?? false}
                    onChange={({ currentTarget }) =>
                        onChange({ ...value, whenHarmExcluded: currentTarget.checked || undefined })
                    }
                />
            )}
        </Group>
    );
}

interface IntervalProps {
    label: string;
    minutes: number;
    onChange: (minutes: number) => void;
    error: string | undefined;
}

function IntervalFields({ label, minutes, onChange, error }: IntervalProps) {
    // The unit is kept while the number is typed: 24 hours do not become 1 day.
    const [unit, setUnit] = useState<Unit>(() => inUnits(minutes).unit);
    const shown = Number.isInteger(minutes / UNITS[unit]) ? unit : 'minutes';
    return (
        <Group gap={6} wrap="nowrap" align="flex-start">
            <NumberInput
                aria-label={`${label}: amount`}
                size="xs"
                w={76}
                min={1}
                allowDecimal={false}
                allowNegative={false}
                value={minutes === 0 ? '' : minutes / UNITS[shown]}
                onChange={(amount) => onChange((Number(amount) || 0) * UNITS[shown])}
                error={error}
            />
            <Select
                aria-label={`${label}: unit`}
                size="xs"
                w={100}
                data={Object.keys(UNITS)}
                value={shown}
                onChange={(next) => {
                    if (!next) return;
                    // The options are the units.
                    setUnit(next as Unit);
                    onChange((minutes / UNITS[shown]) * UNITS[next as Unit]);
                }}
            />
        </Group>
    );
}

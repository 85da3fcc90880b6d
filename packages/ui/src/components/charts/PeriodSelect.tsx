import { SegmentedControl } from '@mantine/core';

const PERIODS = [
    { value: '24', label: '24 h' },
    { value: '48', label: '48 h' },
    { value: '168', label: '7 d' },
    { value: '720', label: '30 d' },
];

/** Whether a chart of this many hours has one bin per day instead of one per hour. */
export const isDaily = (hours: number) => hours > 48;

interface Props {
    hours: number;
    onChange: (hours: number) => void;
}

/** A choice of the period of a chart. */
export const PeriodSelect = ({ hours, onChange }: Props) => (
    <SegmentedControl
        size="xs"
        aria-label="Period"
        data={PERIODS}
        value={String(hours)}
        onChange={(value) => onChange(Number(value))}
    />
);

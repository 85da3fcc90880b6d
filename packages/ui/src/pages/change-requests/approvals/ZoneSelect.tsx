import { Select } from '@mantine/core';

export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const ZONES = [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

interface Props {
    value: string;
    onChange: (zone: string) => void;
    label?: string;
}

export function ZoneSelect({ value, onChange, label = 'Time zone' }: Props) {
    return (
        <Select
            label={label}
            searchable
            data={ZONES.includes(value) ? ZONES : [value, ...ZONES]}
            limit={50}
            allowDeselect={false}
            value={value}
            onChange={(zone) => zone && onChange(zone)}
            w={180}
        />
    );
}

import { Badge, Tooltip } from '@mantine/core';
import { NOT_CHECKED, SAFEGUARD_LOOKS, type SafeguardState } from './safeguard-states.ts';

/** The state of a safeguard, by icon, colour and words. Null: it was not evaluated yet. */
export function SafeguardBadge({ state }: { state: SafeguardState | null }) {
    const { label, icon: Icon, color, variant, about } = state === null ? NOT_CHECKED : SAFEGUARD_LOOKS[state];
    return (
        <Tooltip label={about}>
            <Badge color={color} variant={variant} leftSection={<Icon size={12} />} data-safeguard={state ?? 'none'}>
                {label}
            </Badge>
        </Tooltip>
    );
}

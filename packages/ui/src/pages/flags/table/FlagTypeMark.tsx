import { Tooltip } from '@mantine/core';
import {
    IconFlask,
    IconKey,
    IconRocket,
    IconSunset2,
    IconToggleRight,
    IconTool,
    type TablerIcon,
} from '@tabler/icons-react';

const ICONS: Record<string, TablerIcon> = {
    release: IconRocket,
    experiment: IconFlask,
    operational: IconTool,
    'kill-switch': IconToggleRight,
    permission: IconKey,
    sunset: IconSunset2,
};

export function FlagTypeIcon({ type }: { type: string }) {
    const Icon = ICONS[type] ?? IconRocket;
    return (
        <>
            <Icon size={15} stroke={1.6} aria-hidden="true" />
            <span className="visually-hidden">{type}</span>
        </>
    );
}

export function FlagTypeMark({ type, withName = false }: { type: string; withName?: boolean }) {
    const Icon = ICONS[type] ?? IconRocket;
    const mark = (
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, color: 'var(--h-muted)' }}>
            <Icon size={15} stroke={1.6} aria-hidden="true" />
            {withName ? type : <span className="visually-hidden">{type}</span>}
        </span>
    );
    return withName ? mark : <Tooltip label={`Type: ${type}`}>{mark}</Tooltip>;
}

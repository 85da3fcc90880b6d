import { ThemeIcon } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { PROVIDER_HELP } from './provider-help.ts';

/** The icon of a provider. */
export function ProviderMark({ provider }: { provider: string }) {
    const help = Object.entries(PROVIDER_HELP).find(([name]) => name === provider)?.[1];
    const Icon = help?.icon ?? IconPlugConnected;
    return (
        <ThemeIcon size={32} radius="md" variant="light" color={help?.color ?? 'gray'} aria-hidden="true">
            <Icon size={18} stroke={1.7} />
        </ThemeIcon>
    );
}

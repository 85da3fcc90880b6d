import { Avatar } from '@mantine/core';
import { PROVIDER_HELP } from './provider-help.ts';

/** The icon of a provider. Unknown providers show the first letter of their name. */
export function ProviderMark({ provider }: { provider: string }) {
    const help = Object.entries(PROVIDER_HELP).find(([name]) => name === provider)?.[1];
    return (
        <Avatar size={30} radius="md" color={help?.color ?? 'gray'} aria-hidden="true">
            {help?.letter ?? provider.slice(0, 1).toUpperCase()}
        </Avatar>
    );
}

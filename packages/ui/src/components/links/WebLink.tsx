import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWebAddress } from '../forms/web-address.ts';

/** A link to a user-supplied address. Addresses that are not safe to open are shown as text. */
export function WebLink({ address, children }: { address: string; children: ReactNode }) {
    if (!isWebAddress(address)) {
        return (
            <Text size="sm" truncate title={address}>
                {children}
            </Text>
        );
    }
    return (
        <Anchor href={address} target="_blank" rel="noreferrer noopener" size="sm" truncate>
            {children}
        </Anchor>
    );
}

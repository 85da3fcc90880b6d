import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWebAddress } from '../forms/web-address.ts';

/** Leads to an address that someone wrote down; what cannot be opened safely is only shown. */
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

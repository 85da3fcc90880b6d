import type { ReactNode } from 'react';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';

interface PersonalToken {
    id: number | string;
    description: string;
    seenAt?: string | null;
    expiresAt: string;
}

/** The personal access tokens of a user. */
export function PersonalTokenTable<T extends PersonalToken>({
    tokens,
    actions,
    actionsWidth,
}: {
    tokens: T[];
    actions: (token: T) => ReactNode;
    actionsWidth: number;
}) {
    return (
        <Table
            label="Personal tokens"
            rows={tokens}
            rowKey={({ id }) => id}
            empty="None yet."
            columns={[
                { title: 'Purpose', isMain: true, cell: ({ description }) => <b>{description}</b> },
                {
                    title: 'Last used',
                    cell: ({ seenAt }) => (seenAt ? <RelativeTime at={seenAt} c="dimmed" /> : 'Never'),
                },
                { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} c="dimmed" /> },
            ]}
            actions={actions}
            actionsWidth={actionsWidth}
        />
    );
}

import { Badge, Button, Group, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';

interface Props {
    sessions: Schemas['session'][];
    onEnd: (id: number) => void;
}

/** The sessions of a user. */
export function SessionTable({ sessions, onEnd }: Props) {
    return (
        <Table
            label="Sessions"
            rows={sessions}
            rowKey={({ id }) => id}
            empty="No active sessions."
            columns={[
                {
                    title: 'Where',
                    isMain: true,
                    cell: ({ userAgent, address, current }) => (
                        <div>
                            <Group gap={6}>
                                <b>{browserOf(userAgent)}</b> {current && <Badge size="xs">this session</Badge>}
                            </Group>
                            <Text size="xs" c="dimmed">
                                {address}
                            </Text>
                        </div>
                    ),
                },
                { title: 'Since', cell: ({ createdAt }) => <RelativeTime at={createdAt} c="dimmed" /> },
                { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} c="dimmed" /> },
            ]}
            actions={({ id, userAgent, current }) => (
                <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`${current ? 'Sign out' : 'End'}: ${browserOf(userAgent)}`}
                    onClick={() => onEnd(id)}
                >
                    {current ? 'Sign out' : 'End'}
                </Button>
            )}
            actionsWidth={80}
        />
    );
}

function browserOf(userAgent: string | null): string {
    const name = /(Firefox|Edg|OPR|Chrome|Safari)\/\d+/.exec(userAgent ?? '')?.[1];
    const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent ?? '')?.[1];
    if (!name) return userAgent?.slice(0, 60) || 'Unknown';
    return [name === 'Edg' ? 'Edge' : name === 'OPR' ? 'Opera' : name, system].filter(Boolean).join(' on ');
}

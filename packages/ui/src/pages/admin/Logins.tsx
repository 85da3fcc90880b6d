import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useLogins } from './login.queries.ts';

export function Logins() {
    const [page, setPage] = useState(0);
    const logins = useLogins(page);
    return (
        <QueryContent query={logins}>
            {({ logins: list, hasOlder }) => (
                <>
                    <Table
                        label="Login history"
                        rows={list}
                        rowKey={({ id }) => id}
                        find={({ username, ip, authType }) => `${username} ${ip} ${authType}`}
                        empty="No recent sign-ins."
                        columns={[
                            {
                                title: 'Who',
                                isMain: true,
                                sort: ({ username }) => username,
                                cell: ({ username }) => <b>{username}</b>,
                            },
                            {
                                title: 'Result',
                                width: 110,
                                cell: ({ successful }) => (
                                    <Badge color={successful ? 'green' : 'red'}>
                                        {successful ? 'signed in' : 'refused'}
                                    </Badge>
                                ),
                            },
                            { title: 'How', width: 110, cell: ({ authType }) => authType },
                            { title: 'From', cell: ({ ip }) => <code>{ip}</code> },
                            {
                                title: 'When',
                                width: 130,
                                sort: ({ createdAt }) => createdAt,
                                cell: ({ createdAt }) => <RelativeTime at={createdAt} c="dimmed" />,
                            },
                        ]}
                    />
                    {(page > 0 || hasOlder) && (
                        <Group justify="flex-end" gap="xs" mt="md">
                            <Button variant="default" size="xs" disabled={page === 0} onClick={() => setPage(page - 1)}>
                                Newer
                            </Button>
                            <Button variant="default" size="xs" disabled={!hasOlder} onClick={() => setPage(page + 1)}>
                                Older
                            </Button>
                        </Group>
                    )}
                </>
            )}
        </QueryContent>
    );
}

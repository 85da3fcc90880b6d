import { Badge } from '@mantine/core';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { When } from '../../components/time.tsx';
import { useLogins } from './admin.queries.ts';

export function Logins() {
    const logins = useLogins();
    return (
        <Loaded query={logins}>
            {(list) => (
                <Table
                    label="Login history"
                    rows={list}
                    rowKey={({ id }) => id}
                    find={({ username, ip, authType }) => `${username} ${ip} ${authType}`}
                    empty="Nobody has signed in lately."
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
                            cell: ({ createdAt }) => <When at={createdAt} c="dimmed" />,
                        },
                    ]}
                />
            )}
        </Loaded>
    );
}

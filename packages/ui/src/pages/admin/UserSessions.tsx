import { Button, Drawer, Group, Text, Title } from '@mantine/core';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { useFocusBack } from '../../components/forms/use-focus-back.ts';
import { QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { SessionTable } from '../session/SessionTable.tsx';
import {
    nameOf,
    type User,
    useDeleteTokenOf,
    useEndAllSessionsOf,
    useEndSessionOf,
    useSessionsOf,
    useTokensOf,
} from './user.queries.ts';

/** The personal access tokens of a user. */
function UserTokens({ user }: { user: User }) {
    const tokens = useTokensOf(user.id);
    const remove = useDeleteTokenOf(user.id);
    return (
        <QueryContent query={tokens}>
            {(list) => (
                <Table
                    label="Personal tokens"
                    rows={list}
                    rowKey={({ id }) => id}
                    empty="None."
                    columns={[
                        { title: 'For', isMain: true, cell: ({ description }) => <b>{description}</b> },
                        {
                            title: 'Last used',
                            cell: ({ seenAt }) => (seenAt ? <RelativeTime at={seenAt} c="dimmed" /> : 'Never'),
                        },
                        { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} c="dimmed" /> },
                    ]}
                    actions={({ id, description }) => (
                        <Confirm
                            title={`Delete the token for ${description}?`}
                            verb="Delete"
                            action={() => remove.mutateAsync(id)}
                            trigger={
                                <Button size="compact-xs" variant="default" aria-label={`Delete: ${description}`}>
                                    Delete…
                                </Button>
                            }
                        >
                            Clients that use it stop working immediately.
                        </Confirm>
                    )}
                    actionsWidth={80}
                />
            )}
        </QueryContent>
    );
}

export function UserSessions({ user, onClose }: { user: User; onClose: () => void }) {
    useFocusBack();
    const sessions = useSessionsOf(user.id);
    const end = useEndSessionOf(user.id);
    const endAll = useEndAllSessionsOf(user);
    const name = nameOf(user);
    return (
        <Drawer
            opened
            onClose={onClose}
            position="right"
            size={620}
            title={`Sessions of ${name}`}
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <QueryContent query={sessions}>
                {(list) => (
                    <>
                        <Group justify="space-between" mb="sm">
                            <Text size="sm" c="dimmed">
                                Ending a session signs the user out there.
                            </Text>
                            <Confirm
                                title={`Sign ${name} out everywhere?`}
                                verb="Sign out everywhere"
                                action={() => endAll.mutateAsync()}
                                trigger={
                                    <Button variant="default" size="xs" flex="none" disabled={list.length === 0}>
                                        Sign out everywhere
                                    </Button>
                                }
                            >
                                All sessions end immediately. Personal tokens keep working until they are deleted below.
                            </Confirm>
                        </Group>
                        <SessionTable sessions={list} onEnd={(id) => end.mutate(id)} />
                    </>
                )}
            </QueryContent>
            <Title order={3} size="h5" mt="lg" mb="xs">
                Personal tokens
            </Title>
            <UserTokens user={user} />
        </Drawer>
    );
}

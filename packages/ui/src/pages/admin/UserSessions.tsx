import { Button, Drawer, Group, Text } from '@mantine/core';
import { Confirm } from '../../components/Confirm.tsx';
import { Loaded } from '../../components/States.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { SessionTable } from '../session/SessionTable.tsx';
import { nameOf, type User, useEndAllSessionsOf, useEndSessionOf, useSessionsOf } from './admin.queries.ts';

/** Where a user is signed in, and how to end that. */
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
            <Loaded query={sessions}>
                {(list) => (
                    <>
                        <Group justify="space-between" mb="sm">
                            <Text size="sm" c="dimmed">
                                After a session is ended, they have to sign in there again.
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
                                All sessions end at once. Tokens keep working.
                            </Confirm>
                        </Group>
                        <SessionTable sessions={list} onEnd={(id) => end.mutate(id)} />
                    </>
                )}
            </Loaded>
        </Drawer>
    );
}

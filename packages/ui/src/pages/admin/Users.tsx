import { Avatar, Badge, Button, Group, Text } from '@mantine/core';
import { IconDevices, IconLock, IconPencil, IconPlus, IconShieldOff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/forms/Confirm.tsx';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowMenu } from '../../components/lists/RowMenu.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useSession } from '../session/session.queries.ts';
import { NewUserDialog } from './NewUserDialog.tsx';
import { PasswordDialog, UserDialog } from './UserDialogs.tsx';
import { UserSessions } from './UserSessions.tsx';
import { nameOf, type User, useDeleteUser, useResetSecondFactors, useSecondFactors, useUsers } from './user.queries.ts';

const route = getRouteApi('/app/admin');

export function Users() {
    const users = useUsers();
    const { data: session } = useSession();
    const remove = useDeleteUser();
    const secondFactors = useSecondFactors();
    const reset = useResetSecondFactors();
    const [resetOf, setResetOf] = useState<User>();
    const [edited, setEdited] = useState<User>();
    const [passwordOf, setPasswordOf] = useState<User>();
    const [link, setLink] = useState<string>();
    const { user: opened } = route.useSearch();
    const navigate = useNavigate();
    const open = (user: number | 'new' | undefined) => void navigate({ to: '/admin', search: { tab: 'users', user } });
    const roleName = (role: User['rootRole']) =>
        users.data?.rootRoles.find(({ id }) => id === role)?.name ?? String(role ?? '');
    return (
        <QueryContent query={users}>
            {({ users: list, rootRoles }) => (
                <>
                    <Table
                        label="Users"
                        rows={list}
                        rowKey={({ id }) => id}
                        find={(user) => `${nameOf(user)} ${user.email ?? ''} ${user.username ?? ''}`}
                        tools={
                            <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={() => open('new')}>
                                New user
                            </Button>
                        }
                        columns={[
                            {
                                title: 'User',
                                isMain: true,
                                sort: nameOf,
                                cell: (user) => (
                                    <Group gap={10} wrap="nowrap">
                                        <Avatar size={28} name={nameOf(user)} color="tide" />
                                        <div>
                                            <Text size="sm" fw={550}>
                                                {nameOf(user)}{' '}
                                                {user.id === session?.user.id && <Badge size="xs">you</Badge>}
                                            </Text>
                                            <Text size="xs" c="dimmed">
                                                {[user.email, user.username].find(
                                                    (each) => each && each !== nameOf(user),
                                                )}
                                            </Text>
                                        </div>
                                    </Group>
                                ),
                            },
                            {
                                title: 'Role',
                                sort: ({ rootRole }) => roleName(rootRole),
                                cell: ({ rootRole }) => (
                                    <Badge color={rootRole === 1 ? 'tide' : 'gray'}>{roleName(rootRole)}</Badge>
                                ),
                            },
                            {
                                title: 'Second factor',
                                cell: ({ id }) => secondFactorOf(secondFactors.data?.get(id)),
                            },
                            {
                                title: 'Last sign-in',
                                sort: ({ seenAt }) => seenAt,
                                cell: ({ seenAt }) => <RelativeTime at={seenAt} c="dimmed" />,
                            },
                            {
                                title: 'Created',
                                sort: ({ createdAt }) => createdAt,
                                cell: ({ createdAt }) => <RelativeTime at={createdAt} c="dimmed" />,
                            },
                        ]}
                        actions={(user) => (
                            <RowMenu
                                name={nameOf(user)}
                                actions={[
                                    {
                                        label: 'Edit',
                                        icon: IconPencil,
                                        needs: 'ADMIN',
                                        onClick: () => setEdited(user),
                                    },
                                    {
                                        label: 'Sessions',
                                        icon: IconDevices,
                                        needs: 'ADMIN',
                                        onClick: () => open(user.id),
                                    },
                                    {
                                        label: 'Set a password',
                                        icon: IconLock,
                                        needs: 'ADMIN',
                                        onClick: () => setPasswordOf(user),
                                    },
                                    ...(secondFactors.data?.has(user.id)
                                        ? [
                                              {
                                                  label: 'Remove second factors',
                                                  icon: IconShieldOff,
                                                  needs: 'ADMIN' as const,
                                                  onClick: () => setResetOf(user),
                                              },
                                          ]
                                        : []),
                                ]}
                                remove={{
                                    needs: 'ADMIN',
                                    locked: user.id === session?.user.id ? 'This is you.' : undefined,
                                    action: () => remove.mutateAsync(user),
                                    warning:
                                        'Their sessions end and their tokens stop working. Their changes stay in the audit log.',
                                }}
                            />
                        )}
                        actionsWidth={60}
                    />
                    {opened === 'new' && (
                        <NewUserDialog roles={rootRoles} onClose={() => open(undefined)} onCreated={setLink} />
                    )}
                    {edited && <UserDialog user={edited} roles={rootRoles} onClose={() => setEdited(undefined)} />}
                    {list
                        .filter(({ id }) => id === opened)
                        .map((user) => (
                            <UserSessions key={user.id} user={user} onClose={() => open(undefined)} />
                        ))}
                    {passwordOf && <PasswordDialog user={passwordOf} onClose={() => setPasswordOf(undefined)} />}
                    {resetOf && (
                        <ConfirmDialog
                            title={`Remove the second factors of ${nameOf(resetOf)}?`}
                            verb="Remove"
                            opened
                            onClose={() => setResetOf(undefined)}
                            action={() => reset.mutateAsync(resetOf)}
                        >
                            Make sure that the request comes from this user. Their sessions end, and their password
                            alone signs in until they add a second factor.
                        </ConfirmDialog>
                    )}
                    <SecretDialog
                        title="Send this link to the new user"
                        hint="The link sets the password of the new user. If it is lost, reset the password of the user to get a new one."
                        secret={link}
                        onClose={() => setLink(undefined)}
                    />
                </>
            )}
        </QueryContent>
    );
}

function secondFactorOf(factors: { totp: boolean; passkeys: number } | undefined) {
    if (!factors) return <Text c="dimmed">–</Text>;
    const { totp, passkeys } = factors;
    return [
        ...(totp ? ['app'] : []),
        ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ].join(', ');
}

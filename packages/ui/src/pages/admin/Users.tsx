import {
    ActionIcon,
    Avatar,
    Badge,
    Button,
    Group,
    PasswordInput,
    Select,
    Text,
    TextInput,
    Tooltip,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { SecretDialog } from '../../components/Secret.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { When } from '../../components/time.tsx';
import { useSession } from '../session/session.queries.ts';
import {
    nameOf,
    type Role,
    type User,
    useCreateUser,
    useDeleteUser,
    useSetUserPassword,
    useUpdateUser,
    useUsers,
} from './admin.queries.ts';

export function Users() {
    const users = useUsers();
    const { data: session } = useSession();
    const remove = useDeleteUser();
    const [edited, setEdited] = useState<User | 'new'>();
    const [passwordOf, setPasswordOf] = useState<User>();
    const [link, setLink] = useState<string>();
    return (
        <Loaded query={users}>
            {({ users: list, rootRoles }) => (
                <>
                    <Table
                        label="Users"
                        rows={list}
                        rowKey={({ id }) => id}
                        find={(user) => `${nameOf(user)} ${user.email ?? ''} ${user.username ?? ''}`}
                        tools={
                            <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
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
                                                {user.email ?? user.username}
                                            </Text>
                                        </div>
                                    </Group>
                                ),
                            },
                            {
                                title: 'Role',
                                sort: ({ rootRole }) => String(rootRole),
                                cell: ({ rootRole }) => (
                                    <Badge color={rootRole === 1 ? 'tide' : 'gray'}>
                                        {rootRoles.find(({ id }) => id === rootRole)?.name ?? rootRole}
                                    </Badge>
                                ),
                            },
                            {
                                title: 'Last sign-in',
                                sort: ({ seenAt }) => seenAt ?? '',
                                cell: ({ seenAt }) => <When at={seenAt} c="dimmed" />,
                            },
                            {
                                title: 'Created',
                                sort: ({ createdAt }) => createdAt ?? '',
                                cell: ({ createdAt }) => <When at={createdAt} c="dimmed" />,
                            },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 110,
                                cell: (user) => (
                                    <RowActions
                                        name={nameOf(user)}
                                        edit={{ needs: 'ADMIN', action: () => setEdited(user) }}
                                        locked={user.id === session?.user.id ? 'This is you.' : undefined}
                                        remove={{
                                            needs: 'ADMIN',
                                            action: () => remove.mutateAsync(user),
                                            warning:
                                                'Their sessions end, and their tokens stop working. What they did stays in the event log.',
                                        }}
                                    >
                                        <Tooltip label="Set a password">
                                            <ActionIcon
                                                size="sm"
                                                aria-label={`Set the password of ${nameOf(user)}`}
                                                onClick={() => setPasswordOf(user)}
                                            >
                                                <IconLock size={15} />
                                            </ActionIcon>
                                        </Tooltip>
                                    </RowActions>
                                ),
                            },
                        ]}
                    />
                    {edited && (
                        <UserDialog
                            user={edited === 'new' ? undefined : edited}
                            roles={rootRoles}
                            onClose={() => setEdited(undefined)}
                            onCreated={setLink}
                        />
                    )}
                    {passwordOf && <PasswordDialog user={passwordOf} onClose={() => setPasswordOf(undefined)} />}
                    <SecretDialog
                        title="Send this link to the new user"
                        secret={link}
                        onClose={() => setLink(undefined)}
                    />
                </>
            )}
        </Loaded>
    );
}

interface DialogProps {
    user: User | undefined;
    roles: Role[];
    onClose: () => void;
    onCreated: (link: string | undefined) => void;
}

function UserDialog({ user, roles, onClose, onCreated }: DialogProps) {
    const create = useCreateUser();
    const update = useUpdateUser();
    const form = useForm({
        initialValues: {
            name: user?.name ?? '',
            email: user?.email ?? '',
            username: user?.username ?? '',
            password: '',
            rootRole: String(user?.rootRole ?? 3),
        },
        validate: {
            email: (value, { username }) =>
                value || username || user ? null : 'An e-mail address or a username is needed',
        },
    });
    const submit = form.onSubmit(({ name, email, username, password, rootRole }) => {
        const role = Number(rootRole);
        if (user) {
            update.mutate({ id: user.id, name, email, rootRole: role }, { onSuccess: onClose });
            return;
        }
        create.mutate(
            {
                rootRole: role,
                sendEmail: false,
                ...(name && { name }),
                ...(email && { email }),
                ...(username && { username }),
                ...(password && { password }),
            },
            {
                onSuccess: ({ inviteLink }) => {
                    onClose();
                    if (!password) onCreated(inviteLink);
                },
            },
        );
    });
    return (
        <FormDialog
            title={user ? `Edit ${nameOf(user)}` : 'New user'}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={user ? 'Save' : 'Create user'}
            isBusy={create.isPending || update.isPending}
            error={create.error ?? update.error}
        >
            <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <TextInput label="E-mail" type="email" {...form.getInputProps('email')} />
            {!user && (
                <TextInput
                    label="Username"
                    description="Instead of, or besides, an e-mail address"
                    {...form.getInputProps('username')}
                />
            )}
            <Select
                label="Role"
                data={roles.map(({ id, name, description }) => ({
                    value: String(id),
                    label: description ? `${name} – ${description}` : name,
                }))}
                {...form.getInputProps('rootRole')}
            />
            {!user && (
                <PasswordInput
                    label="Password"
                    description="Left empty, you get a link with which they choose one themselves."
                    autoComplete="new-password"
                    {...form.getInputProps('password')}
                />
            )}
        </FormDialog>
    );
}

function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
    const set = useSetUserPassword();
    const [password, setPassword] = useState('');
    return (
        <FormDialog
            title={`Set the password of ${nameOf(user)}`}
            opened
            onClose={onClose}
            submit="Set password"
            isBusy={set.isPending}
            error={set.error}
            isDisabled={!password}
            onSubmit={() => set.mutate({ id: user.id, password }, { onSuccess: onClose })}
        >
            <PasswordInput
                label="New password"
                description="At least 10 characters with upper and lower case, a digit and a special character. Their other sessions end."
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                data-autofocus
            />
        </FormDialog>
    );
}

import { ActionIcon, Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconKey, IconPencil, IconPlus, IconRobot, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { slugOf } from '../../components/forms/slug.ts';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { RowMenu } from '../../components/lists/RowMenu.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { day } from '../../components/time/time.tsx';
import type { Role } from './role.queries.ts';
import {
    type ServiceAccount,
    useCreateServiceToken,
    useDeleteServiceAccount,
    useDeleteServiceToken,
    useSaveServiceAccount,
    useServiceAccounts,
} from './service-account.queries.ts';

export function ServiceAccounts() {
    const accounts = useServiceAccounts();
    const remove = useDeleteServiceAccount();
    const removeToken = useDeleteServiceToken();
    const [edited, setEdited] = useState<ServiceAccount | 'new'>();
    const [tokenFor, setTokenFor] = useState<ServiceAccount>();
    const [secret, setSecret] = useState<string>();
    const create = (
        <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
            New service account
        </Button>
    );
    return (
        <QueryContent query={accounts}>
            {({ serviceAccounts: list, rootRoles }) => (
                <>
                    {list.length === 0 ? (
                        <Empty title="No service accounts yet" icon={<IconRobot size={22} />} action={create}>
                            Accounts for pipelines and scripts, with a role and tokens but no password.
                        </Empty>
                    ) : (
                        <Table
                            label="Service accounts"
                            rows={list}
                            rowKey={({ id }) => id}
                            find={({ name, username }) => `${name ?? ''} ${username ?? ''}`}
                            tools={create}
                            columns={[
                                {
                                    title: 'Account',
                                    isMain: true,
                                    sort: ({ name }) => name,
                                    cell: ({ name, username }) => (
                                        <div>
                                            <b>{name || username}</b>
                                            <Text size="xs" c="dimmed">
                                                {username}
                                            </Text>
                                        </div>
                                    ),
                                },
                                {
                                    title: 'Role',
                                    cell: ({ rootRole }) => (
                                        <Badge color="gray">
                                            {rootRoles.find(({ id }) => id === rootRole)?.name ?? 'none'}
                                        </Badge>
                                    ),
                                },
                                {
                                    title: 'Tokens',
                                    cell: ({ id, tokens }) => (
                                        <Stack gap={2}>
                                            {tokens.map((token) => (
                                                <Group key={token.id} gap={6}>
                                                    <Text size="sm">
                                                        {token.description}{' '}
                                                        <Text span size="xs" c="dimmed">
                                                            until {day(token.expiresAt)}
                                                        </Text>
                                                    </Text>
                                                    <Confirm
                                                        title={`Delete the token ${token.description}?`}
                                                        verb="Delete"
                                                        action={() =>
                                                            removeToken.mutateAsync({ id, tokenId: token.id })
                                                        }
                                                        trigger={
                                                            <ActionIcon
                                                                size="xs"
                                                                aria-label={`Delete the token ${token.description}`}
                                                            >
                                                                <IconX size={12} />
                                                            </ActionIcon>
                                                        }
                                                    >
                                                        Clients that use it stop working immediately.
                                                    </Confirm>
                                                </Group>
                                            ))}
                                            {tokens.length === 0 && (
                                                <Text size="sm" c="dimmed">
                                                    none
                                                </Text>
                                            )}
                                        </Stack>
                                    ),
                                },
                            ]}
                            actions={(account) => (
                                <RowMenu
                                    name={`service account ${account.name}`}
                                    actions={[
                                        {
                                            label: 'Edit',
                                            icon: IconPencil,
                                            needs: 'ADMIN',
                                            onClick: () => setEdited(account),
                                        },
                                        {
                                            label: 'New token',
                                            icon: IconKey,
                                            needs: 'ADMIN',
                                            onClick: () => setTokenFor(account),
                                        },
                                    ]}
                                    remove={{
                                        needs: 'ADMIN',
                                        action: () => remove.mutateAsync(account),
                                        warning: 'Its tokens stop working immediately.',
                                    }}
                                />
                            )}
                            actionsWidth={60}
                        />
                    )}
                    {edited && (
                        <AccountDialog
                            account={edited === 'new' ? undefined : edited}
                            roles={rootRoles}
                            onClose={() => setEdited(undefined)}
                        />
                    )}
                    {tokenFor && (
                        <TokenDialog account={tokenFor} onClose={() => setTokenFor(undefined)} onCreated={setSecret} />
                    )}
                    <SecretDialog title="Token created" secret={secret} onClose={() => setSecret(undefined)} />
                </>
            )}
        </QueryContent>
    );
}

const usernameOf = (name: string) => slugOf(name) || 'service';

function AccountDialog({
    account,
    roles,
    onClose,
}: {
    account: ServiceAccount | undefined;
    roles: Role[];
    onClose: () => void;
}) {
    const save = useSaveServiceAccount();
    const form = useForm({
        initialValues: {
            name: account?.name ?? '',
            username: account?.username ?? '',
            rootRole: String(account?.rootRole ?? 3),
        },
        validate: { name: (value) => (value.trim() ? null : 'Give it a name') },
    });
    return (
        <FormDialog
            title={account ? `Edit ${account.name}` : 'New service account'}
            opened
            onClose={onClose}
            submit={account ? 'Save' : 'Create service account'}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={form.onSubmit(({ name, username, rootRole }) =>
                save.mutate(
                    {
                        id: account?.id,
                        name,
                        // The preview matches the created account.
                        username: username || usernameOf(name),
                        rootRole: Number(rootRole),
                    },
                    { onSuccess: onClose },
                ),
            )}
        >
            <TextInput label="Name" placeholder="Deploy pipeline" data-autofocus {...form.getInputProps('name')} />
            {!account && (
                <NameInput
                    label="Username"
                    description="Leave empty to generate it from the name."
                    placeholder={form.values.name.trim() ? usernameOf(form.values.name) : 'deploy-pipeline'}
                    {...form.getInputProps('username')}
                />
            )}
            <Select
                label="Role"
                data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.getInputProps('rootRole')}
            />
        </FormDialog>
    );
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function TokenDialog({
    account,
    onClose,
    onCreated,
}: {
    account: ServiceAccount;
    onClose: () => void;
    onCreated: (secret: string) => void;
}) {
    const create = useCreateServiceToken();
    const form = useForm({
        initialValues: { description: '', expiresAt: inDays(90) },
        validate: { description: (value) => (value.trim() ? null : 'Enter a description') },
    });
    return (
        <FormDialog
            title={`New token for ${account.name}`}
            opened
            onClose={onClose}
            submit="Create token"
            isBusy={create.isPending}
            error={create.error}
            onSubmit={form.onSubmit(({ description, expiresAt }) =>
                create.mutate(
                    { id: account.id, description, expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() },
                    {
                        onSuccess: ({ secret }) => {
                            onClose();
                            onCreated(secret);
                        },
                    },
                ),
            )}
        >
            <NameInput label="Description" data-autofocus {...form.getInputProps('description')} />
            <TextInput type="date" label="Expires" {...form.getInputProps('expiresAt')} />
        </FormDialog>
    );
}

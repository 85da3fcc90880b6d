import { ActionIcon, Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconRobot, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels, endOfDay, inDays, required } from '../../components/forms/rules.ts';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { slugOf } from '../../components/forms/slug.ts';
import { useForm } from '../../components/forms/use-form.ts';
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
    const form = useForm({
        values: {
            name: account?.name ?? '',
            username: account?.username ?? '',
            rootRole: String(account?.rootRole ?? 3),
        },
        validate: { name: required('Give it a name') },
        unique: ['username'],
        change: useSaveServiceAccount(),
        input: ({ name, username, rootRole }) => ({
            id: account?.id,
            name,
            // The preview matches the created account.
            username: username || usernameOf(name),
            rootRole: Number(rootRole),
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} {...dialogLabels('service account', account?.name)} onClose={onClose}>
            <TextInput label="Name" placeholder="Deploy pipeline" data-autofocus {...form.field('name')} />
            {!account && (
                <TextInput
                    label="Username"
                    description="Leave empty to generate it from the name."
                    placeholder={form.values.name.trim() ? usernameOf(form.values.name) : 'deploy-pipeline'}
                    {...form.field('username')}
                />
            )}
            <Select
                label="Role"
                data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('rootRole')}
            />
        </FormDialog>
    );
}

function TokenDialog({
    account,
    onClose,
    onCreated,
}: {
    account: ServiceAccount;
    onClose: () => void;
    onCreated: (secret: string) => void;
}) {
    const form = useForm({
        values: { description: '', expiresAt: inDays(90) },
        validate: { description: required('Enter a description') },
        unique: ['description'],
        change: useCreateServiceToken(),
        input: ({ description, expiresAt }) => ({ id: account.id, description, expiresAt: endOfDay(expiresAt) }),
        onSaved: ({ secret }) => {
            onClose();
            onCreated(secret);
        },
    });
    return (
        <FormDialog {...form.dialog} title={`New token for ${account.name}`} onClose={onClose} submit="Create token">
            <TextInput label="Description" data-autofocus {...form.field('description')} />
            <TextInput type="date" label="Expires" {...form.field('expiresAt')} />
        </FormDialog>
    );
}

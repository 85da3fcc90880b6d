import { Avatar, Button, MultiSelect, Select, TagsInput, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { type Group, useDeleteGroup, useGroups, useSaveGroup } from './group.queries.ts';
import { nameOf, useUsers } from './user.queries.ts';

export function Groups() {
    const groups = useGroups();
    const remove = useDeleteGroup();
    const [edited, setEdited] = useState<Group | 'new'>();
    const create = (
        <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
            New group
        </Button>
    );
    return (
        <>
            <QueryContent query={groups}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No groups yet" icon={<IconUsersGroup size={22} />} action={create}>
                            All members of a group share its roles, in projects or globally. Single sign-on can manage
                            the members.
                        </Empty>
                    ) : (
                        <Table
                            label="Groups"
                            rows={list}
                            rowKey={({ id }) => id}
                            find={({ name, description }) => `${name} ${description ?? ''}`}
                            tools={create}
                            columns={[
                                {
                                    title: 'Group',
                                    isMain: true,
                                    sort: ({ name }) => name,
                                    cell: ({ name, description }) => (
                                        <div>
                                            <b>{name}</b>
                                            {description && (
                                                <Text size="xs" c="dimmed">
                                                    {description}
                                                </Text>
                                            )}
                                        </div>
                                    ),
                                },
                                {
                                    title: 'Members',
                                    cell: ({ users }) => (
                                        <Avatar.Group spacing={2}>
                                            {users.slice(0, 8).map(({ user }) => (
                                                <Avatar
                                                    key={user.id}
                                                    size={24}
                                                    name={nameOf(user)}
                                                    color="tide"
                                                    title={nameOf(user)}
                                                />
                                            ))}
                                            {users.length > 8 && <Avatar size={24}>+{users.length - 8}</Avatar>}
                                        </Avatar.Group>
                                    ),
                                },
                                { title: 'Projects', cell: ({ projects }) => projects.join(', ') || 'none' },
                            ]}
                            actions={(group) => (
                                <RowActions
                                    name={`group ${group.name}`}
                                    edit={{ needs: 'ADMIN', action: () => setEdited(group) }}
                                    remove={{
                                        needs: 'ADMIN',
                                        action: () => remove.mutateAsync(group),
                                        warning: 'Members lose the permissions they have through this group.',
                                    }}
                                />
                            )}
                            actionsWidth={80}
                        />
                    )
                }
            </QueryContent>
            {edited && (
                <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </>
    );
}

function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
    const save = useSaveGroup();
    const { data } = useUsers();
    const form = useForm({
        initialValues: {
            name: group?.name ?? '',
            description: group?.description ?? '',
            users: (group?.users ?? []).map(({ user }) => String(user.id)),
            rootRole: group?.rootRole ? String(group.rootRole) : '',
            mappingsSSO: group?.mappingsSSO ?? [],
        },
        validate: { name: (value) => (value.trim() ? null : 'Give it a name') },
    });
    const submit = form.onSubmit(({ name, description, users, rootRole, mappingsSSO }) =>
        save.mutate(
            {
                id: group?.id,
                name,
                description: description || null,
                mappingsSSO,
                rootRole: rootRole ? Number(rootRole) : null,
                users: users.map((id) => ({ user: { id: Number(id) } })),
            },
            { onSuccess: onClose },
        ),
    );
    return (
        <FormDialog
            title={group ? `Edit ${group.name}` : 'New group'}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={group ? 'Save' : 'Create group'}
            isBusy={save.isPending}
            error={save.error}
        >
            <NameInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <Textarea label="Description" autosize {...form.getInputProps('description')} />
            <MultiSelect
                label="Members"
                searchable
                data={(data?.users ?? []).map((user) => ({ value: String(user.id), label: nameOf(user) }))}
                {...form.getInputProps('users')}
            />
            <Select
                label="Global role"
                description="Most groups get their roles in projects instead."
                data={[
                    { value: '', label: 'None' },
                    ...(data?.rootRoles ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                {...form.getInputProps('rootRole')}
            />
            <TagsInput
                label="Groups of the identity provider"
                description="Their members join this group when they sign in."
                {...form.getInputProps('mappingsSSO')}
            />
        </FormDialog>
    );
}

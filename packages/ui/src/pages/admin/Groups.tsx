import { Avatar, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels, required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { Catalogue, NameCell } from '../../components/lists/Catalogue.tsx';
import { type Group, useDeleteGroup, useGroups, useSaveGroup } from './group.queries.ts';
import { nameOf, useUsers } from './user.queries.ts';

export function Groups() {
    const remove = useDeleteGroup();
    return (
        <Catalogue
            noun="group"
            label="Groups"
            query={useGroups()}
            rowKey={({ id }) => id}
            nameOf={({ name }) => `group ${name}`}
            find={({ name, description }) => `${name} ${description ?? ''}`}
            empty={{
                title: 'No groups yet',
                icon: <IconUsersGroup size={22} />,
                about: 'All members of a group share its roles, in projects or globally. Single sign-on can manage the members.',
            }}
            columns={[
                {
                    title: 'Group',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: ({ name, description }) => (
                        <NameCell about={description}>
                            <b>{name}</b>
                        </NameCell>
                    ),
                },
                { title: 'Members', cell: ({ users }) => <Members users={users} /> },
                { title: 'Projects', cell: ({ projects }) => projects.join(', ') || 'none' },
            ]}
            create="ADMIN"
            edit="ADMIN"
            remove={{
                needs: 'ADMIN',
                action: (group) => remove.mutateAsync(group),
                warning: 'Members lose the permissions they have through this group.',
            }}
            dialog={(group, onClose) => <GroupDialog group={group} onClose={onClose} />}
        />
    );
}

function Members({ users }: Pick<Group, 'users'>) {
    return (
        <Avatar.Group spacing={2}>
            {users.slice(0, 8).map(({ user }) => (
                <Avatar key={user.id} size={24} name={nameOf(user)} color="tide" title={nameOf(user)} />
            ))}
            {users.length > 8 && <Avatar size={24}>+{users.length - 8}</Avatar>}
        </Avatar.Group>
    );
}

function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
    const { data } = useUsers();
    const form = useForm({
        values: {
            name: group?.name ?? '',
            description: group?.description ?? '',
            users: (group?.users ?? []).map(({ user }) => String(user.id)),
            rootRole: group?.rootRole ? String(group.rootRole) : '',
            mappingsSSO: group?.mappingsSSO ?? [],
        },
        validate: { name: required('Give it a name') },
        change: useSaveGroup(),
        input: ({ name, description, users, rootRole, mappingsSSO }) => ({
            id: group?.id,
            name,
            description: description || null,
            mappingsSSO,
            rootRole: rootRole ? Number(rootRole) : null,
            users: users.map((id) => ({ user: { id: Number(id) } })),
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} {...dialogLabels('group', group?.name)} onClose={onClose}>
            <TextInput label="Name" data-autofocus {...form.field('name')} />
            <Textarea label="Description" autosize {...form.field('description')} />
            <MultiSelect
                label="Members"
                searchable
                data={(data?.users ?? []).map((user) => ({ value: String(user.id), label: nameOf(user) }))}
                {...form.field('users')}
            />
            <Select
                label="Global role"
                description="Most groups get their roles in projects instead."
                data={[
                    { value: '', label: 'None' },
                    ...(data?.rootRoles ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                {...form.field('rootRole')}
            />
            <TagsInput
                label="Groups of the identity provider"
                description="Their members join this group when they sign in."
                {...form.field('mappingsSSO')}
            />
        </FormDialog>
    );
}

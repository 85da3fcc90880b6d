import { Avatar, Badge, Button, Group, MultiSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import type { Schemas } from '../../api/types.ts';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { MEMBER_ROLE } from '../admin/role.queries.ts';
import {
    useAccessCandidates,
    useGrantAccess,
    useProjectAccess,
    useRemoveMember,
    useSetMemberRoles,
} from './project.queries.ts';

type Access = Schemas['projectAccess'];

const WRITE_PERMISSIONS = ['PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'] as const;

export function ProjectAccess({ projectId }: { projectId: string }) {
    const access = useProjectAccess(projectId);
    const [opened, dialog] = useDisclosure();
    const add = (
        <PermissionControl to={WRITE_PERMISSIONS} project={projectId}>
            <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                Add people
            </Button>
        </PermissionControl>
    );
    return (
        <QueryContent query={access}>
            {(data) => (
                <>
                    {data.users.length + data.groups.length === 0 ? (
                        <Empty title="No members yet" icon={<IconUsers size={22} />} action={add}>
                            Administrators can change everything; other users need a role here. Owners manage the
                            project, members its flags.
                        </Empty>
                    ) : (
                        <Members projectId={projectId} access={data} add={add} />
                    )}
                    {opened && <AddDialog projectId={projectId} access={data} onClose={dialog.close} />}
                </>
            )}
        </QueryContent>
    );
}

function Members({ projectId, access, add }: { projectId: string; access: Access; add: React.ReactNode }) {
    const setRoles = useSetMemberRoles(projectId);
    const remove = useRemoveMember(projectId);
    const may = useMay();
    const mayWrite = WRITE_PERMISSIONS.some((permission) => may(permission, { project: projectId }));
    const rows = [
        ...access.users.map(({ id, name, username, email, roles, addedAt }) => ({
            kind: 'user' as const,
            id,
            name: name || username || email || `User ${id}`,
            about: email ?? '',
            roles,
            addedAt,
        })),
        ...access.groups.map(({ id, name, userCount, roles, addedAt }) => ({
            kind: 'group' as const,
            id,
            name,
            about: `group of ${userCount}`,
            roles,
            addedAt,
        })),
    ];
    return (
        <Table
            label="Members"
            rows={rows}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            find={({ name, about }) => `${name} ${about}`}
            tools={<div style={{ marginLeft: 'auto' }}>{add}</div>}
            columns={[
                {
                    title: 'Who',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: ({ name, about, kind }) => (
                        <Group gap={10} wrap="nowrap">
                            <Avatar size={26} name={name} color={kind === 'group' ? 'brass' : 'tide'} />
                            <div>
                                <Text size="sm" fw={550}>
                                    {name}
                                </Text>
                                <Text size="xs" c="dimmed">
                                    {about}
                                </Text>
                            </div>
                        </Group>
                    ),
                },
                {
                    title: 'Roles',
                    cell: (member) =>
                        mayWrite ? (
                            <MultiSelect
                                aria-label={`Roles of ${member.name}`}
                                size="xs"
                                data={access.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
                                value={member.roles.map(String)}
                                onChange={(roles) =>
                                    roles.length > 0 && setRoles.mutate({ member, roles: roles.map(Number) })
                                }
                            />
                        ) : (
                            <Group gap={5}>
                                {member.roles.map((id) => (
                                    <Badge key={id} size="sm" color="gray">
                                        {access.roles.find((role) => role.id === id)?.name ?? id}
                                    </Badge>
                                ))}
                            </Group>
                        ),
                },
                {
                    title: 'Added',
                    width: 130,
                    sort: ({ addedAt }) => addedAt,
                    cell: ({ addedAt }) => <RelativeTime at={addedAt} c="dimmed" />,
                },
            ]}
            actions={(member) => (
                <RowActions
                    name={`${member.name} from the project`}
                    remove={{
                        needs: WRITE_PERMISSIONS,
                        action: () => remove.mutateAsync(member),
                        warning: 'They lose their roles in this project.',
                    }}
                />
            )}
            actionsWidth={50}
        />
    );
}

function AddDialog({ projectId, access, onClose }: { projectId: string; access: Access; onClose: () => void }) {
    const { data } = useAccessCandidates();
    const isMember = (kind: 'users' | 'groups', id: number) => access[kind].some((member) => member.id === id);
    const users = data?.users.filter(({ id }) => !isMember('users', id)) ?? [];
    const groups = data?.groups.filter(({ id }) => !isMember('groups', id)) ?? [];
    const candidates = [
        ...users.map(({ id, name, username, email }) => ({
            kind: 'user' as const,
            id,
            name: name || username || email || `User ${id}`,
        })),
        ...groups.map(({ id, name }) => ({ kind: 'group' as const, id, name })),
    ];
    const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`;
    const options = (kind: string) =>
        candidates
            .filter((candidate) => candidate.kind === kind)
            .map((candidate) => ({ value: keyOf(candidate), label: candidate.name }));
    const form = useForm({
        values: { members: [] as string[], roles: [String(MEMBER_ROLE)] },
        change: useGrantAccess(projectId),
        input: ({ members, roles }) => ({
            members: candidates.filter((candidate) => members.includes(keyOf(candidate))),
            roles: roles.map(Number),
        }),
        onSaved: onClose,
    });
    const { members, roles } = form.values;
    return (
        <FormDialog
            {...form.dialog}
            title="Add people"
            onClose={onClose}
            submit="Add"
            missing={
                members.length === 0
                    ? 'Choose at least one user or group.'
                    : roles.length === 0
                      ? 'Choose at least one role.'
                      : undefined
            }
        >
            <MultiSelect
                label="Users and groups"
                description="Members of the project are not listed."
                placeholder={members.length > 0 ? undefined : 'Search by name'}
                nothingFoundMessage="Nobody else matches"
                searchable
                data={[
                    { group: 'Groups', items: options('group') },
                    { group: 'Users', items: options('user') },
                ]}
                {...form.field('members')}
                data-autofocus
                openOnFocus={false}
            />
            <MultiSelect
                label="Roles"
                data={access.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('roles')}
            />
        </FormDialog>
    );
}

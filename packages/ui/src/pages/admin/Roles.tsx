import { Anchor, Badge, Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import classes from './Roles.module.css';
import {
    type Role,
    type RoleInput,
    useDeleteRole,
    usePermissions,
    useRole,
    useRoles,
    useSaveRole,
} from './role.queries.ts';

const isOwn = ({ type }: Role) => type === 'custom' || type === 'root-custom';
const isRoot = ({ type }: Role) => type.startsWith('root');

export function Roles() {
    const roles = useRoles();
    const remove = useDeleteRole();
    const [edited, setEdited] = useState<Role | 'new'>();
    return (
        <>
            <QueryContent query={roles}>
                {(list) => (
                    <Table
                        label="Roles"
                        rows={list}
                        rowKey={({ id }) => id}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        tools={
                            <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                                New role
                            </Button>
                        }
                        columns={[
                            {
                                title: 'Role',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: (role) => (
                                    <div>
                                        <Group gap={8}>
                                            <Anchor
                                                component="button"
                                                type="button"
                                                fw={600}
                                                aria-label={`Permissions of ${role.name}`}
                                                onClick={() => setEdited(role)}
                                            >
                                                {role.name}
                                            </Anchor>
                                            {!isOwn(role) && (
                                                <Badge size="xs" color="gray">
                                                    built in
                                                </Badge>
                                            )}
                                        </Group>
                                        <Text size="xs" c="dimmed">
                                            {role.description}
                                        </Text>
                                    </div>
                                ),
                            },
                            {
                                title: 'Applies',
                                width: 140,
                                sort: (role) => Number(isRoot(role)),
                                cell: (role) => (isRoot(role) ? 'everywhere' : 'in projects'),
                            },
                        ]}
                        actions={(role) =>
                            isOwn(role) && (
                                <RowActions
                                    name={`role ${role.name}`}
                                    edit={{ needs: 'ADMIN', action: () => setEdited(role) }}
                                    remove={{
                                        needs: 'ADMIN',
                                        action: () => remove.mutateAsync(role),
                                        warning: 'A role that is still assigned cannot be deleted.',
                                    }}
                                />
                            )
                        }
                        actionsWidth={80}
                    />
                )}
            </QueryContent>
            {edited && <RoleLoader role={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
        </>
    );
}

function RoleLoader({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
    const loaded = useRole(role?.id);
    if (!role || loaded.data) return <RoleDialog role={loaded.data} onClose={onClose} />;
    return (
        <Modal opened onClose={onClose} title={role.name} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
            <QueryContent query={loaded}>{() => null}</QueryContent>
        </Modal>
    );
}

type RoleWithPermissions = Role & { permissions: { name: string; environment?: string | null }[] };

const keyOf = (name: string, environment?: string | null) => (environment ? `${name} ${environment}` : name);

function RoleDialog({ role, onClose }: { role: RoleWithPermissions | undefined; onClose: () => void }) {
    const save = useSaveRole();
    const permissions = usePermissions();
    const [name, setName] = useState(role?.name ?? '');
    const [description, setDescription] = useState(role?.description ?? '');
    const [type, setType] = useState<RoleInput['type']>(role && isRoot(role) ? 'root-custom' : 'custom');
    const [granted, setGranted] = useState(
        () => new Set(role?.permissions.map((each) => keyOf(each.name, each.environment))),
    );
    const isReadOnly = role !== undefined && !isOwn(role);
    const toggle = (keys: string[], isHeld: boolean) =>
        setGranted((before) => {
            const next = new Set(before);
            for (const key of keys) {
                if (isHeld) next.add(key);
                else next.delete(key);
            }
            return next;
        });
    const submit = () =>
        save.mutate(
            {
                id: role?.id,
                name,
                description,
                type,
                permissions: [...granted].map((key) => {
                    const [permission = '', environment] = key.split(' ');
                    return environment ? { name: permission, environment } : { name: permission };
                }),
            },
            { onSuccess: onClose },
        );
    return (
        <FormDialog
            title={role ? (isReadOnly ? `Role ${role.name} (built in)` : `Edit ${role.name}`) : 'New role'}
            size="xl"
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={isReadOnly ? undefined : role ? 'Save' : 'Create role'}
            isBusy={save.isPending}
            isDisabled={!name.trim()}
            error={save.error}
        >
            <Group grow align="flex-start">
                <NameInput
                    label="Name"
                    value={name}
                    onChange={(event) => setName(event.currentTarget.value)}
                    disabled={isReadOnly}
                    data-autofocus
                />
                <TextInput
                    label="Description"
                    value={description}
                    onChange={(event) => setDescription(event.currentTarget.value)}
                    disabled={isReadOnly}
                />
            </Group>
            {!role && (
                <SegmentedControl
                    size="xs"
                    aria-label="Where the role applies"
                    data={[
                        { value: 'custom', label: 'In projects' },
                        { value: 'root-custom', label: 'Everywhere' },
                    ]}
                    value={type}
                    onChange={(value) => {
                        setType(value as RoleInput['type']);
                        setGranted(new Set());
                    }}
                />
            )}
            <QueryContent query={permissions} skeleton={<Rows count={4} />}>
                {({ root, project, environments }) => {
                    const groups =
                        type === 'root-custom'
                            ? [
                                  {
                                      title: 'Instance',
                                      environment: undefined,
                                      items: root.filter(({ name: each }) => each !== 'ADMIN'),
                                  },
                              ]
                            : [
                                  { title: 'Project', environment: undefined, items: project },
                                  ...environments.map((environment) => ({
                                      title: environment.name,
                                      environment: environment.name,
                                      items: environment.permissions,
                                  })),
                              ];
                    return (
                        <Stack gap="sm">
                            {groups.map(({ title, environment, items }) => {
                                const keys = items.map((item) => keyOf(item.name, environment));
                                const count = keys.filter((key) => granted.has(key)).length;
                                return (
                                    <fieldset key={title} className={classes['group']}>
                                        <legend>
                                            <Checkbox
                                                size="xs"
                                                label={`${title} (${count} of ${keys.length})`}
                                                checked={count === keys.length && count > 0}
                                                indeterminate={count > 0 && count < keys.length}
                                                disabled={isReadOnly}
                                                onChange={(event) => toggle(keys, event.currentTarget.checked)}
                                            />
                                        </legend>
                                        <div className={classes['permissions']}>
                                            {items.map((item) => {
                                                const key = keyOf(item.name, environment);
                                                return (
                                                    <Checkbox
                                                        key={key}
                                                        size="xs"
                                                        label={item.displayName}
                                                        disabled={isReadOnly}
                                                        checked={granted.has(key)}
                                                        onChange={(event) => toggle([key], event.currentTarget.checked)}
                                                    />
                                                );
                                            })}
                                        </div>
                                    </fieldset>
                                );
                            })}
                        </Stack>
                    );
                }}
            </QueryContent>
        </FormDialog>
    );
}

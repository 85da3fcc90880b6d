import { Anchor, Badge, Checkbox, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import { Catalogue, NameCell } from '../../components/lists/Catalogue.tsx';
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
    const remove = useDeleteRole();
    return (
        <Catalogue
            noun="role"
            label="Roles"
            query={useRoles()}
            rowKey={({ id }) => id}
            nameOf={({ name }) => `role ${name}`}
            find={({ name, description }) => `${name} ${description ?? ''}`}
            columns={(open) => [
                {
                    title: 'Role',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: (role) => (
                        <NameCell about={role.description} badge={!isOwn(role) && <BuiltIn />}>
                            <Anchor
                                component="button"
                                type="button"
                                fw={600}
                                aria-label={`Permissions of ${role.name}`}
                                onClick={() => open(role)}
                            >
                                {role.name}
                            </Anchor>
                        </NameCell>
                    ),
                },
                {
                    title: 'Applies',
                    width: 140,
                    sort: (role) => Number(isRoot(role)),
                    cell: (role) => (isRoot(role) ? 'everywhere' : 'in projects'),
                },
            ]}
            create="ADMIN"
            isFixed={(role) => !isOwn(role)}
            edit="ADMIN"
            remove={{
                needs: 'ADMIN',
                action: (role) => remove.mutateAsync(role),
                warning: 'A role that is still assigned cannot be deleted.',
            }}
            dialog={(role, onClose) => <RoleLoader role={role} onClose={onClose} />}
        />
    );
}

const BuiltIn = () => (
    <Badge size="xs" color="gray">
        built in
    </Badge>
);

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
    const permissions = usePermissions();
    const form = useForm({
        values: {
            name: role?.name ?? '',
            description: role?.description ?? '',
            type: (role && isRoot(role) ? 'root-custom' : 'custom') as RoleInput['type'],
            granted: role?.permissions.map((each) => keyOf(each.name, each.environment)) ?? [],
        },
        change: useSaveRole(),
        input: ({ granted, ...values }) => ({
            id: role?.id,
            ...values,
            permissions: granted.map((key) => {
                const [permission = '', environment] = key.split(' ');
                return environment ? { name: permission, environment } : { name: permission };
            }),
        }),
        onSaved: onClose,
    });
    const { type } = form.values;
    const granted = new Set(form.values.granted);
    const isReadOnly = role !== undefined && !isOwn(role);
    const toggle = (keys: string[], isHeld: boolean) => {
        const others = form.values.granted.filter((key) => !keys.includes(key));
        form.edit('granted', isHeld ? [...others, ...keys] : others);
    };
    return (
        <FormDialog
            {...form.dialog}
            {...dialogLabels('role', role?.name)}
            {...(isReadOnly && { title: `Role ${role.name} (built in)`, submit: undefined })}
            size="xl"
            onClose={onClose}
            isDisabled={!form.values.name.trim()}
        >
            <Group grow align="flex-start">
                <TextInput label="Name" disabled={isReadOnly} data-autofocus {...form.field('name')} />
                <TextInput label="Description" disabled={isReadOnly} {...form.field('description')} />
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
                        form.edit('type', value as RoleInput['type']);
                        form.edit('granted', []);
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

import { PasswordInput, Select, type SelectProps, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import type { Role } from './role.queries.ts';
import { nameOf, type User, useSetUserPassword, useUpdateUser } from './user.queries.ts';

/** The role of a user in the whole instance. */
export function RootRoleSelect({ roles, ...props }: SelectProps & { roles: Role[] }) {
    return (
        <Select
            label="Role"
            allowDeselect={false}
            data={roles.map(({ id, name, description }) => ({
                value: String(id),
                label: description ? `${name} – ${description}` : name,
            }))}
            {...props}
        />
    );
}

export function UserDialog({ user, roles, onClose }: { user: User; roles: Role[]; onClose: () => void }) {
    const form = useForm({
        values: { name: user.name ?? '', email: user.email ?? '', rootRole: String(user.rootRole ?? 3) },
        unique: ['email'],
        change: useUpdateUser(),
        input: ({ rootRole, ...values }) => ({ id: user.id, ...values, rootRole: Number(rootRole) }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} title={`Edit ${nameOf(user)}`} onClose={onClose} submit="Save">
            <TextInput label="Name" data-autofocus {...form.field('name')} />
            <TextInput label="E-mail" type="email" {...form.field('email')} />
            <RootRoleSelect roles={roles} {...form.field('rootRole')} />
        </FormDialog>
    );
}

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
    const form = useForm({
        values: { password: '' },
        change: useSetUserPassword(),
        input: ({ password }) => ({ id: user.id, password }),
        onSaved: onClose,
    });
    return (
        <FormDialog
            {...form.dialog}
            title={`Set the password of ${nameOf(user)}`}
            onClose={onClose}
            submit="Set password"
            isDisabled={!form.values.password}
        >
            <PasswordInput
                label="New password"
                description="At least 10 characters with upper and lower case, a digit and a special character. All other sessions of the user end."
                autoComplete="new-password"
                data-autofocus
                {...form.field('password')}
            />
        </FormDialog>
    );
}

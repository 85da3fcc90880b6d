import { PasswordInput, Select, type SelectProps, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
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
    const update = useUpdateUser();
    const form = useForm({
        initialValues: {
            name: user.name ?? '',
            email: user.email ?? '',
            rootRole: String(user.rootRole ?? 3),
        },
    });
    const submit = form.onSubmit(({ name, email, rootRole }) =>
        update.mutate({ id: user.id, name, email, rootRole: Number(rootRole) }, { onSuccess: onClose }),
    );
    return (
        <FormDialog
            title={`Edit ${nameOf(user)}`}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit="Save"
            isBusy={update.isPending}
            error={update.error}
        >
            <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <NameInput label="E-mail" type="email" member="email" {...form.getInputProps('email')} />
            <RootRoleSelect roles={roles} {...form.getInputProps('rootRole')} />
        </FormDialog>
    );
}

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
                description="At least 10 characters with upper and lower case, a digit and a special character. All other sessions of the user end."
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                data-autofocus
            />
        </FormDialog>
    );
}

import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import type { Role } from './role.queries.ts';
import { nameOf, type User, useCreateUser, useSetUserPassword, useUpdateUser } from './user.queries.ts';

interface DialogProps {
    user: User | undefined;
    roles: Role[];
    onClose: () => void;
    onCreated: (link: string | undefined) => void;
}

export function UserDialog({ user, roles, onClose, onCreated }: DialogProps) {
    const create = useCreateUser();
    const update = useUpdateUser();
    const form = useForm({
        initialValues: {
            name: user?.name ?? '',
            email: user?.email ?? '',
            username: user?.username ?? '',
            password: '',
            sendEmail: true,
            rootRole: String(user?.rootRole ?? 3),
        },
        validate: {
            email: (value, { username }) =>
                value || username || user ? null : 'Enter an e-mail address or a username',
        },
    });
    const { data: config } = useUiConfig();
    const { email: address, password: chosen } = form.getValues();
    const isMailOffered = Boolean(config?.emailEnabled && address && !chosen && !user);
    const submit = form.onSubmit(({ name, email, username, password, sendEmail, rootRole }) => {
        const role = Number(rootRole);
        if (user) {
            update.mutate({ id: user.id, name, email, rootRole: role }, { onSuccess: onClose });
            return;
        }
        create.mutate(
            {
                rootRole: role,
                sendEmail: isMailOffered && sendEmail,
                ...(name && { name }),
                ...(email && { email }),
                ...(username && { username }),
                ...(password && { password }),
            },
            {
                onSuccess: ({ inviteLink, emailSent }) => {
                    onClose();
                    if (!password && !emailSent) onCreated(inviteLink);
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
            <NameInput label="E-mail" type="email" member="email" {...form.getInputProps('email')} />
            {!user && (
                <NameInput
                    label="Username"
                    member="username"
                    description="Instead of, or in addition to, an e-mail address"
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
                    description="Leave empty to get a link with which the user sets a password."
                    autoComplete="new-password"
                    {...form.getInputProps('password')}
                />
            )}
            {isMailOffered && (
                <Checkbox
                    label="Send them the link by e-mail"
                    {...form.getInputProps('sendEmail', { type: 'checkbox' })}
                />
            )}
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

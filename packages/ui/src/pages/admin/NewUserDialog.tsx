import { Checkbox, MultiSelect, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { useProjects } from '../projects/project.queries.ts';
import { useUiConfig } from '../session/session.queries.ts';
import { MEMBER_ROLE, type Role, useRoles } from './role.queries.ts';
import { RootRoleSelect } from './UserDialogs.tsx';
import { useCreateUser } from './user.queries.ts';

interface Props {
    roles: Role[];
    onClose: () => void;
    /** Called with the link that sets the password, unless a password was set or the link was sent by e-mail. */
    onCreated: (link: string | undefined) => void;
}

/** Creates a user, with a role in projects. */
export function NewUserDialog({ roles, onClose, onCreated }: Props) {
    const create = useCreateUser();
    const { data: projects = [] } = useProjects();
    const { data: allRoles = [] } = useRoles();
    const { data: config } = useUiConfig();
    const form = useForm({
        initialValues: {
            name: '',
            email: '',
            username: '',
            password: '',
            sendEmail: true,
            rootRole: '3',
            projects: [] as string[],
            projectRole: String(MEMBER_ROLE),
        },
        validate: {
            email: (value, { username }) => (value || username ? null : 'Enter an e-mail address or a username'),
        },
    });
    const { email: address, password: chosen, projects: chosenProjects } = form.values;
    const isMailOffered = Boolean(config?.emailEnabled && address && !chosen);
    const submit = form.onSubmit(({ name, email, username, password, sendEmail, rootRole, projectRole, ...rest }) =>
        create.mutate(
            {
                rootRole: Number(rootRole),
                sendEmail: isMailOffered && sendEmail,
                ...(name && { name }),
                ...(email && { email }),
                ...(username && { username }),
                ...(password && { password }),
                ...(rest.projects.length > 0 && {
                    projects: rest.projects.map((id) => ({ id, role: Number(projectRole) })),
                }),
            },
            {
                onSuccess: ({ inviteLink, emailSent }) => {
                    onClose();
                    if (!password && !emailSent) onCreated(inviteLink);
                },
            },
        ),
    );
    return (
        <FormDialog
            title="New user"
            opened
            onClose={onClose}
            onSubmit={submit}
            submit="Create user"
            isBusy={create.isPending}
            error={create.error}
        >
            <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <NameInput label="E-mail" type="email" member="email" {...form.getInputProps('email')} />
            <NameInput
                label="Username"
                member="username"
                description="Instead of, or in addition to, an e-mail address"
                {...form.getInputProps('username')}
            />
            <RootRoleSelect roles={roles} {...form.getInputProps('rootRole')} />
            <MultiSelect
                label="Projects"
                description="Optional. Projects can also be assigned later."
                placeholder={chosenProjects.length > 0 ? undefined : 'Choose projects'}
                searchable
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('projects')}
            />
            {chosenProjects.length > 0 && (
                <Select
                    label="Role in these projects"
                    allowDeselect={false}
                    data={allRoles
                        .filter(({ type }) => type === 'project' || type === 'custom')
                        .map(({ id, name }) => ({ value: String(id), label: name }))}
                    {...form.getInputProps('projectRole')}
                />
            )}
            <PasswordInput
                label="Password"
                description="Leave empty to get a link with which the user sets a password."
                autoComplete="new-password"
                {...form.getInputProps('password')}
            />
            {isMailOffered && (
                <Checkbox
                    label="Send them the link by e-mail"
                    {...form.getInputProps('sendEmail', { type: 'checkbox' })}
                />
            )}
        </FormDialog>
    );
}

import { Checkbox, MultiSelect, PasswordInput, Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
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
    const { data: projects = [] } = useProjects();
    const { data: allRoles = [] } = useRoles();
    const { data: config } = useUiConfig();
    const offersMail = ({ email, password }: { email: string; password: string }) =>
        Boolean(config?.emailEnabled && email && !password);
    const form = useForm({
        values: {
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
        unique: ['email', 'username'],
        change: useCreateUser(),
        input: ({ name, email, username, password, sendEmail, rootRole, projectRole, ...values }) => ({
            rootRole: Number(rootRole),
            sendEmail: offersMail({ email, password }) && sendEmail,
            ...(name && { name }),
            ...(email && { email }),
            ...(username && { username }),
            ...(password && { password }),
            ...(values.projects.length > 0 && {
                projects: values.projects.map((id) => ({ id, role: Number(projectRole) })),
            }),
        }),
        onSaved: ({ inviteLink, emailSent }, _navigate, { password }) => {
            onClose();
            if (!password && !emailSent) onCreated(inviteLink);
        },
    });
    const chosenProjects = form.values.projects;
    return (
        <FormDialog {...form.dialog} title="New user" onClose={onClose} submit="Create user">
            <TextInput label="Name" data-autofocus {...form.field('name')} />
            <TextInput label="E-mail" type="email" {...form.field('email')} />
            <TextInput
                label="Username"
                description="Instead of, or in addition to, an e-mail address"
                {...form.field('username')}
            />
            <RootRoleSelect roles={roles} {...form.field('rootRole')} />
            <MultiSelect
                label="Projects"
                description="Optional. Projects can also be assigned later."
                placeholder={chosenProjects.length > 0 ? undefined : 'Choose projects'}
                searchable
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.field('projects')}
            />
            {chosenProjects.length > 0 && (
                <Select
                    label="Role in these projects"
                    allowDeselect={false}
                    data={allRoles
                        .filter(({ type }) => type === 'project' || type === 'custom')
                        .map(({ id, name }) => ({ value: String(id), label: name }))}
                    {...form.field('projectRole')}
                />
            )}
            <PasswordInput
                label="Password"
                description="Leave empty to get a link with which the user sets a password."
                autoComplete="new-password"
                {...form.field('password')}
            />
            {offersMail(form.values) && (
                <Checkbox label="Send them the link by e-mail" {...form.checkbox('sendEmail')} />
            )}
        </FormDialog>
    );
}

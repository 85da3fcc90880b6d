import { MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMay } from '../../components/access/may.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { useCreateToken } from './token.queries.ts';

interface Props {
    projectId: string | undefined;
    opened: boolean;
    onClose: () => void;
    onCreated: (secret: string) => void;
}

export function NewTokenDialog({ projectId, opened, onClose, onCreated }: Props) {
    const create = useCreateToken(projectId);
    const { data: environments = [] } = useEnvironments();
    const { data: projects = [] } = useProjects();
    const may = useMay();
    const form = useForm({
        initialValues: {
            tokenName: '',
            type: 'client',
            environment: 'development',
            projects: [] as string[],
            expiresAt: '',
        },
        validate: { tokenName: (value) => (value.trim() ? null : 'Enter a name') },
    });
    const close = () => {
        form.reset();
        create.reset();
        onClose();
    };
    const submit = form.onSubmit(({ tokenName, type, environment, projects: chosen, expiresAt }) =>
        create.mutate(
            {
                tokenName,
                type,
                environment: type === 'admin' ? '*' : environment,
                ...(type !== 'admin' && chosen.length > 0 && { projects: chosen }),
                ...(expiresAt && { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() }),
            },
            {
                onSuccess: ({ secret }) => {
                    close();
                    onCreated(secret);
                },
            },
        ),
    );
    return (
        <FormDialog
            title="New API token"
            opened={opened}
            onClose={close}
            onSubmit={submit}
            submit="Create token"
            isBusy={create.isPending}
            error={create.error}
        >
            <TextInput
                label="Name"
                placeholder="web-shop backend"
                data-autofocus
                {...form.getInputProps('tokenName')}
            />
            <Radio.Group label="For" {...form.getInputProps('type')}>
                <Stack gap={6} mt={4}>
                    <Radio
                        size="xs"
                        value="client"
                        label="Backend"
                        description="Servers: receive all flags and evaluate locally"
                    />
                    <Radio
                        size="xs"
                        value="frontend"
                        label="Frontend"
                        description="Browsers and apps: receive only the results for one user"
                    />
                    {projectId === undefined && may('ADMIN') && (
                        <Radio
                            size="xs"
                            value="admin"
                            label="Administration"
                            description="Scripts: full access to the admin API"
                        />
                    )}
                </Stack>
            </Radio.Group>
            {form.values.type !== 'admin' && (
                <>
                    <Select
                        label="Environment"
                        data={environments.map(({ name }) => name)}
                        {...form.getInputProps('environment')}
                    />
                    {projectId === undefined && (
                        <MultiSelect
                            label="Projects"
                            placeholder={form.values.projects.length > 0 ? '' : 'All'}
                            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                            searchable
                            {...form.getInputProps('projects')}
                        />
                    )}
                </>
            )}
            <TextInput
                type="date"
                label="Expires"
                description="Leave empty for no expiry"
                {...form.getInputProps('expiresAt')}
            />
        </FormDialog>
    );
}

import { MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMay } from '../../components/access/may.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { endOfDay, required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { useCreateToken } from './token.queries.ts';

interface Props {
    projectId: string | undefined;
    onClose: () => void;
    onCreated: (secret: string) => void;
}

export function NewTokenDialog({ projectId, onClose, onCreated }: Props) {
    const { data: environments = [] } = useEnvironments();
    const { data: projects = [] } = useProjects();
    const may = useMay();
    const form = useForm({
        values: {
            tokenName: '',
            type: 'client',
            environment: 'development',
            projects: [] as string[],
            expiresAt: '',
        },
        validate: { tokenName: required('Enter a name') },
        change: useCreateToken(projectId),
        input: ({ tokenName, type, environment, projects: chosen, expiresAt }) => ({
            tokenName,
            type,
            environment: type === 'admin' ? '*' : environment,
            ...(type !== 'admin' && chosen.length > 0 && { projects: chosen }),
            ...(expiresAt && { expiresAt: endOfDay(expiresAt) }),
        }),
        onSaved: ({ secret }) => {
            onClose();
            onCreated(secret);
        },
    });
    return (
        <FormDialog {...form.dialog} title="New API token" onClose={onClose} submit="Create token">
            <TextInput label="Name" placeholder="web-shop backend" data-autofocus {...form.field('tokenName')} />
            <Radio.Group label="For" {...form.field('type')}>
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
                        {...form.field('environment')}
                    />
                    {projectId === undefined && (
                        <MultiSelect
                            label="Projects"
                            placeholder={form.values.projects.length > 0 ? '' : 'All'}
                            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                            searchable
                            {...form.field('projects')}
                        />
                    )}
                </>
            )}
            <TextInput
                type="date"
                label="Expires"
                description="Leave empty for no expiry"
                {...form.field('expiresAt')}
            />
        </FormDialog>
    );
}

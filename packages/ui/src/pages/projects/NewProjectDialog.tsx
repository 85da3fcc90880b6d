import { MultiSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { useNavigateAfterSave } from '../../components/forms/use-navigate-after-save.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useCreateProject, useProjects } from './project.queries.ts';
import { projectIdOf } from './project-id.ts';

const MODES = {
    open: 'Everyone can see it; users with the permission can change it.',
    protected: 'Everyone can see it; only members can change it.',
    private: 'Only members can see it.',
};

export function NewProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    const create = useCreateProject();
    const begin = useNavigateAfterSave();
    const environments = useEnvironments();
    const existing = (useProjects().data ?? []).map(({ id }) => id);
    const form = useForm({
        initialValues: {
            name: '',
            id: '',
            description: '',
            mode: 'open' as keyof typeof MODES,
            environments: [] as string[],
        },
        validate: { name: (value) => (value.trim() ? null : 'Give it a name') },
    });
    const close = () => {
        form.reset();
        create.reset();
        onClose();
    };
    const submit = form.onSubmit(({ name, id, description, mode, environments: chosen }) => {
        const goOn = begin();
        create.mutate(
            {
                name,
                mode,
                // Uses the id that the dialog displayed.
                id: id || projectIdOf(name, existing),
                ...(description && { description }),
                ...(chosen.length > 0 && { environments: chosen }),
            },
            {
                onSuccess: (project) => {
                    close();
                    void goOn({ to: '/projects/$projectId', params: { projectId: project.id } });
                },
            },
        );
    });
    return (
        <FormDialog
            title="New project"
            opened={opened}
            onClose={close}
            onSubmit={submit}
            submit="Create project"
            isBusy={create.isPending}
            error={create.error}
        >
            <TextInput label="Name" placeholder="Checkout" data-autofocus {...form.getInputProps('name')} />
            <NameInput
                label="Id"
                member="id"
                description="Used in URLs and tokens. Leave empty to generate it from the name."
                placeholder={form.values.name.trim() ? projectIdOf(form.values.name, existing) : 'checkout'}
                {...form.getInputProps('id')}
            />
            <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
            <div>
                <Text size="sm" fw={500} mb={3} id="project-mode">
                    Collaboration
                </Text>
                <SegmentedControl
                    fullWidth
                    size="xs"
                    aria-labelledby="project-mode"
                    data={Object.keys(MODES)}
                    {...form.getInputProps('mode')}
                />
                <Text size="xs" c="dimmed" mt={4}>
                    {MODES[form.values.mode]}
                </Text>
            </div>
            <MultiSelect
                label="Environments"
                description="Leave empty to use all enabled environments."
                data={(environments.data ?? []).map(({ name }) => name)}
                {...form.getInputProps('environments')}
            />
        </FormDialog>
    );
}

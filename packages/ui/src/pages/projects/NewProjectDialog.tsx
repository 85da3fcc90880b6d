import { MultiSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useCreateProject, useProjects } from './project.queries.ts';
import { projectIdOf } from './project-id.ts';

const MODES = {
    open: 'Everyone can see it; users with the permission can change it.',
    protected: 'Everyone can see it; only members can change it.',
    private: 'Only members can see it.',
};

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
    const environments = useEnvironments();
    const existing = (useProjects().data ?? []).map(({ id }) => id);
    const form = useForm({
        values: {
            name: '',
            id: '',
            description: '',
            mode: 'open' as keyof typeof MODES,
            environments: [] as string[],
        },
        validate: { name: required('Give it a name') },
        unique: ['id'],
        change: useCreateProject(),
        input: ({ name, id, description, mode, environments: chosen }) => ({
            name,
            mode,
            // Uses the id that the dialog displayed.
            id: id || projectIdOf(name, existing),
            ...(description && { description }),
            ...(chosen.length > 0 && { environments: chosen }),
        }),
        onSaved: ({ id }, navigate) => {
            onClose();
            void navigate({ to: '/projects/$projectId', params: { projectId: id } });
        },
    });
    return (
        <FormDialog {...form.dialog} title="New project" onClose={onClose} submit="Create project">
            <TextInput label="Name" placeholder="Checkout" data-autofocus {...form.field('name')} />
            <TextInput
                label="Id"
                description="Used in URLs and tokens. Leave empty to generate it from the name."
                placeholder={form.values.name.trim() ? projectIdOf(form.values.name, existing) : 'checkout'}
                {...form.field('id')}
            />
            <Textarea label="Description" autosize minRows={2} {...form.field('description')} />
            <div>
                <Text size="sm" fw={500} mb={3} id="project-mode">
                    Collaboration
                </Text>
                <SegmentedControl
                    fullWidth
                    size="xs"
                    aria-labelledby="project-mode"
                    data={Object.keys(MODES)}
                    {...form.field('mode')}
                />
                <Text size="xs" c="dimmed" mt={4}>
                    {MODES[form.values.mode]}
                </Text>
            </div>
            <MultiSelect
                label="Environments"
                description="Leave empty to use all enabled environments."
                data={(environments.data ?? []).map(({ name }) => name)}
                {...form.field('environments')}
            />
        </FormDialog>
    );
}

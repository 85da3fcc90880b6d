import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ContextField } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { useProjects } from '../projects/project.queries.ts';
import { useSaveContextField } from './context-field.queries.ts';

interface Props {
    /** Undefined to create a field. */
    field: ContextField | undefined;
    /** The project of a new field, if it is fixed. */
    projectId: string | undefined;
    onClose: () => void;
}

export function ContextFieldDialog({ field, projectId, onClose }: Props) {
    const save = useSaveContextField();
    const { data: projects = [] } = useProjects();
    const form = useForm({
        initialValues: {
            name: field?.name ?? '',
            description: field?.description ?? '',
            project: field?.project ?? projectId ?? '',
            stickiness: field?.stickiness ?? false,
            legalValues: (field?.legalValues ?? []).map(({ value, description = '' }) => ({ value, description })),
        },
        validate: {
            name: (value) =>
                value && encodeURIComponent(value) === value ? null : 'Use letters, digits and - _ . ~ only',
        },
    });
    const submit = form.onSubmit(({ name, description, project, stickiness, legalValues }) =>
        save.mutate(
            {
                isNew: !field,
                name,
                description: description || null,
                ...(project && { project }),
                stickiness,
                sortOrder: field?.sortOrder ?? 10,
                legalValues: legalValues
                    .filter(({ value }) => value.trim())
                    .map((legal) => ({
                        value: legal.value.trim(),
                        ...(legal.description && { description: legal.description }),
                    })),
            },
            { onSuccess: onClose },
        ),
    );
    return (
        <FormDialog
            title={field ? `Edit ${field.name}` : 'New context field'}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={field ? 'Save' : 'Create context field'}
            isBusy={save.isPending}
            error={save.error}
        >
            <NameInput
                label="Name"
                description="As applications send it"
                placeholder="country"
                disabled={Boolean(field)}
                data-autofocus
                spellCheck={false}
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            {!projectId && !field && (
                <Select
                    label="Project"
                    description="Only strategies and segments of this project can use it"
                    data={[
                        { value: '', label: 'All projects' },
                        ...projects.map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                    {...form.getInputProps('project')}
                />
            )}
            <Checkbox
                size="xs"
                label="Use for stickiness"
                description="Users with the same value stay in the same bucket."
                {...form.getInputProps('stickiness', { type: 'checkbox' })}
            />
            <Stack gap={6}>
                <Text size="sm" fw={500}>
                    Legal values
                </Text>
                <Text size="xs" c="dimmed">
                    Constraints offer only these values. Leave empty to allow any value.
                </Text>
                {form.values.legalValues.map((_value, index) => (
                    // The form identifies the values by index.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <Group key={index} gap={6} wrap="nowrap">
                        <TextInput
                            aria-label={`Legal value ${index + 1}`}
                            placeholder="Value"
                            {...form.getInputProps(`legalValues.${index}.value`)}
                        />
                        <TextInput
                            aria-label={`Description of value ${index + 1}`}
                            placeholder="Description"
                            style={{ flex: 1 }}
                            {...form.getInputProps(`legalValues.${index}.description`)}
                        />
                        <ActionIcon
                            aria-label={`Remove legal value ${index + 1}`}
                            onClick={() => form.removeListItem('legalValues', index)}
                        >
                            <IconTrash size={15} />
                        </ActionIcon>
                    </Group>
                ))}
                <div>
                    <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconPlus size={14} />}
                        onClick={() => form.insertListItem('legalValues', { value: '', description: '' })}
                    >
                        Add value
                    </Button>
                </div>
            </Stack>
        </FormDialog>
    );
}

import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ContextField } from '../../api/types.ts';
import { EditableRows } from '../../components/forms/EditableRows.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels, urlSafe } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
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
    const { data: projects = [] } = useProjects();
    const form = useForm({
        values: {
            name: field?.name ?? '',
            description: field?.description ?? '',
            project: field?.project ?? projectId ?? '',
            stickiness: field?.stickiness ?? false,
            legalValues: (field?.legalValues ?? []).map(({ value, description = '' }) => ({ value, description })),
        },
        validate: { name: urlSafe },
        change: useSaveContextField(),
        input: ({ name, description, project, stickiness, legalValues }) => ({
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
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} {...dialogLabels('context field', field?.name)} onClose={onClose}>
            <TextInput
                label="Name"
                description="As applications send it"
                placeholder="country"
                disabled={Boolean(field)}
                data-autofocus
                spellCheck={false}
                {...form.field('name')}
            />
            <TextInput label="Description" {...form.field('description')} />
            {!projectId && !field && (
                <Select
                    label="Project"
                    description="Only strategies and segments of this project can use it"
                    data={[
                        { value: '', label: 'All projects' },
                        ...projects.map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                    {...form.field('project')}
                />
            )}
            <Checkbox
                size="xs"
                label="Use for stickiness"
                description="Users with the same value stay in the same bucket."
                {...form.checkbox('stickiness')}
            />
            <Stack gap={6}>
                <Text size="sm" fw={500}>
                    Legal values
                </Text>
                <Text size="xs" c="dimmed">
                    Constraints offer only these values. Leave empty to allow any value.
                </Text>
                <EditableRows
                    rows={form.values.legalValues}
                    onChange={(legalValues) => form.edit('legalValues', legalValues)}
                    blank={{ value: '', description: '' }}
                    add="Add value"
                    remove={(number) => `Remove legal value ${number}`}
                >
                    {({ value, description }, change, number) => (
                        <>
                            <TextInput
                                aria-label={`Legal value ${number}`}
                                placeholder="Value"
                                value={value}
                                onChange={(event) => change({ value: event.currentTarget.value })}
                            />
                            <TextInput
                                aria-label={`Description of value ${number}`}
                                placeholder="Description"
                                style={{ flex: 1 }}
                                value={description}
                                onChange={(event) => change({ description: event.currentTarget.value })}
                            />
                        </>
                    )}
                </EditableRows>
            </Stack>
        </FormDialog>
    );
}

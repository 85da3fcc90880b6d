import { ActionIcon, Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContextField } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Page } from '../../components/Page.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { Uses } from '../../components/Uses.tsx';
import {
    useContextFields,
    useContextFieldUses,
    useDeleteContextField,
    useSaveContextField,
} from './context-field.queries.ts';

export function ContextFieldsPage() {
    const fields = useContextFields();
    const remove = useDeleteContextField();
    const [edited, setEdited] = useState<ContextField | 'new'>();
    return (
        <Page
            title="Context fields"
            about="What applications tell about who asks. Constraints look at these fields, and rollouts can stick to them."
            actions={
                <Allowed to="CREATE_CONTEXT_FIELD">
                    <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New context field
                    </Button>
                </Allowed>
            }
        >
            <Loaded query={fields}>
                {(list) => (
                    <Table
                        label="Context fields"
                        rows={list}
                        rowKey={({ name }) => name}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: ({ name, description, stickiness }) => (
                                    <div>
                                        <Group gap={8}>
                                            <b>{name}</b>
                                            {stickiness && (
                                                <Badge size="xs" color="tide">
                                                    sticky
                                                </Badge>
                                            )}
                                        </Group>
                                        {description && (
                                            <Text size="xs" c="dimmed">
                                                {description}
                                            </Text>
                                        )}
                                    </div>
                                ),
                            },
                            {
                                title: 'Legal values',
                                cell: ({ legalValues }) =>
                                    legalValues.length === 0 ? 'any' : legalValues.map(({ value }) => value).join(', '),
                            },
                            { title: 'Project', width: 120, cell: ({ project }) => project ?? 'all' },
                            {
                                title: 'Used in',
                                width: 110,
                                sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                                cell: ({ name, usedInFeatures }) => (
                                    <FieldUses name={name} count={usedInFeatures ?? 0} />
                                ),
                            },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 80,
                                cell: (field) => (
                                    <RowActions
                                        name={`context field ${field.name}`}
                                        edit={{
                                            needs: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
                                            action: () => setEdited(field),
                                        }}
                                        locked={
                                            field.usedInFeatures
                                                ? 'Strategies use it: remove it from them first.'
                                                : undefined
                                        }
                                        remove={{
                                            needs: ['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
                                            action: () => remove.mutateAsync(field.name),
                                            warning:
                                                'Applications can go on sending it; constraints no longer offer it.',
                                        }}
                                    />
                                ),
                            },
                        ]}
                    />
                )}
            </Loaded>
            {edited && (
                <ContextFieldDialog
                    field={edited === 'new' ? undefined : edited}
                    onClose={() => setEdited(undefined)}
                />
            )}
        </Page>
    );
}

function FieldUses({ name, count }: { name: string; count: number }) {
    const [isOpen, setIsOpen] = useState(false);
    return <Uses count={count} onOpen={() => setIsOpen(true)} list={isOpen ? <FieldUseList name={name} /> : null} />;
}

function FieldUseList({ name }: { name: string }) {
    const { data = [] } = useContextFieldUses(name);
    return <Uses.List uses={data} />;
}

function ContextFieldDialog({ field, onClose }: { field: ContextField | undefined; onClose: () => void }) {
    const save = useSaveContextField();
    const form = useForm({
        initialValues: {
            name: field?.name ?? '',
            description: field?.description ?? '',
            stickiness: field?.stickiness ?? false,
            legalValues: (field?.legalValues ?? []).map(({ value, description = '' }) => ({ value, description })),
        },
        validate: {
            name: (value) =>
                value && encodeURIComponent(value) === value ? null : 'Use letters, digits and - _ . ~ only',
        },
    });
    const submit = form.onSubmit(({ name, description, stickiness, legalValues }) =>
        save.mutate(
            {
                isNew: !field,
                name,
                description: description || null,
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
            <TextInput
                label="Name"
                description="As applications send it"
                placeholder="country"
                disabled={Boolean(field)}
                data-autofocus
                spellCheck={false}
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <Checkbox
                size="xs"
                label="Rollouts can stick to it"
                description="A user with the same value stays in the same place."
                {...form.getInputProps('stickiness', { type: 'checkbox' })}
            />
            <Stack gap={6}>
                <Text size="sm" fw={500}>
                    Legal values
                </Text>
                <Text size="xs" c="dimmed">
                    Constraints offer these and no others. None: any value.
                </Text>
                {form.values.legalValues.map((_value, index) => (
                    // The form names them by their place.
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

import { ActionIcon, Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { StrategyType } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { useSaveStrategyType } from './type.queries.ts';

const PARAMETER_TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

export function StrategyTypeDialog({ type, onClose }: { type: StrategyType | undefined; onClose: () => void }) {
    const save = useSaveStrategyType();
    const form = useForm({
        initialValues: {
            name: type?.name ?? '',
            description: type?.description ?? '',
            parameters: (type?.parameters ?? []).map((parameter) => ({
                name: parameter.name,
                type: PARAMETER_TYPES.find((known) => known === parameter.type) ?? 'string',
                description: parameter.description ?? '',
                required: parameter.required ?? false,
            })),
        },
        validate: {
            name: (value) =>
                value && encodeURIComponent(value) === value ? null : 'Use letters, digits and - _ . ~ only',
        },
    });
    return (
        <FormDialog
            title={type ? `Edit ${type.name}` : 'New strategy type'}
            size="lg"
            opened
            onClose={onClose}
            submit={type ? 'Save' : 'Create strategy type'}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={form.onSubmit((values) => save.mutate({ isNew: !type, ...values }, { onSuccess: onClose }))}
        >
            <NameInput
                label="Name"
                description="As the SDK knows it"
                disabled={Boolean(type)}
                data-autofocus
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <Text size="sm" fw={500}>
                Parameters
            </Text>
            {form.values.parameters.map((_parameter, index) => (
                // The form identifies the parameters by index.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <Group key={index} gap={6} wrap="nowrap">
                    <TextInput
                        aria-label={`Name of parameter ${index + 1}`}
                        placeholder="Name"
                        {...form.getInputProps(`parameters.${index}.name`)}
                    />
                    <Select
                        aria-label={`Type of parameter ${index + 1}`}
                        w={120}
                        data={[...PARAMETER_TYPES]}
                        {...form.getInputProps(`parameters.${index}.type`)}
                    />
                    <TextInput
                        aria-label={`Description of parameter ${index + 1}`}
                        placeholder="Description"
                        style={{ flex: 1 }}
                        {...form.getInputProps(`parameters.${index}.description`)}
                    />
                    <Checkbox
                        size="xs"
                        label="required"
                        {...form.getInputProps(`parameters.${index}.required`, { type: 'checkbox' })}
                    />
                    <ActionIcon
                        aria-label={`Remove parameter ${index + 1}`}
                        onClick={() => form.removeListItem('parameters', index)}
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
                    onClick={() =>
                        form.insertListItem('parameters', {
                            name: '',
                            type: 'string',
                            description: '',
                            required: false,
                        })
                    }
                >
                    Add parameter
                </Button>
            </div>
        </FormDialog>
    );
}

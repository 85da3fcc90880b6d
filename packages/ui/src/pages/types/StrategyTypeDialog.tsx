import { Checkbox, Select, Text, TextInput } from '@mantine/core';
import type { StrategyType } from '../../api/types.ts';
import { EditableRows } from '../../components/forms/EditableRows.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels, urlSafe } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { useSaveStrategyType } from './type.queries.ts';

const PARAMETER_TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

const BLANK = { name: '', type: 'string' as (typeof PARAMETER_TYPES)[number], description: '', required: false };

export function StrategyTypeDialog({ type, onClose }: { type: StrategyType | undefined; onClose: () => void }) {
    const form = useForm({
        values: {
            name: type?.name ?? '',
            description: type?.description ?? '',
            parameters: (type?.parameters ?? []).map((parameter) => ({
                name: parameter.name,
                type: PARAMETER_TYPES.find((known) => known === parameter.type) ?? 'string',
                description: parameter.description ?? '',
                required: parameter.required ?? false,
            })),
        },
        validate: { name: urlSafe },
        change: useSaveStrategyType(),
        input: (values) => ({ isNew: !type, ...values }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} {...dialogLabels('strategy type', type?.name)} size="lg" onClose={onClose}>
            <TextInput
                label="Name"
                description="As the SDK knows it"
                disabled={Boolean(type)}
                data-autofocus
                {...form.field('name')}
            />
            <TextInput label="Description" {...form.field('description')} />
            <Text size="sm" fw={500}>
                Parameters
            </Text>
            <EditableRows
                rows={form.values.parameters}
                onChange={(parameters) => form.edit('parameters', parameters)}
                blank={BLANK}
                add="Add parameter"
                remove={(number) => `Remove parameter ${number}`}
            >
                {({ name, type, description, required }, change, number) => (
                    <>
                        <TextInput
                            aria-label={`Name of parameter ${number}`}
                            placeholder="Name"
                            value={name}
                            onChange={(event) => change({ name: event.currentTarget.value })}
                        />
                        <Select
                            aria-label={`Type of parameter ${number}`}
                            w={120}
                            data={PARAMETER_TYPES}
                            value={type}
                            onChange={(next) => next && change({ type: next })}
                        />
                        <TextInput
                            aria-label={`Description of parameter ${number}`}
                            placeholder="Description"
                            style={{ flex: 1 }}
                            value={description}
                            onChange={(event) => change({ description: event.currentTarget.value })}
                        />
                        <Checkbox
                            size="xs"
                            label="required"
                            checked={required}
                            onChange={(event) => change({ required: event.currentTarget.checked })}
                        />
                    </>
                )}
            </EditableRows>
        </FormDialog>
    );
}

import { Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useFlagExtras, useTagTypes } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

interface Props {
    at: FlagAt;
    onClose: () => void;
}

export function TagDialog({ at, onClose }: Props) {
    const { data: types = [] } = useTagTypes();
    const form = useForm({
        values: { type: 'simple', value: '' },
        change: useFlagExtras(at).tag,
        input: (values) => values,
        onSaved: onClose,
    });
    return (
        <FormDialog
            {...form.dialog}
            title="Add a tag"
            onClose={onClose}
            submit="Add tag"
            isDisabled={form.values.value.trim().length < 2}
        >
            <Select label="Type" data={types.map(({ name }) => name)} {...form.field('type')} />
            <TextInput label="Value" description="2 to 50 characters" data-autofocus {...form.field('value')} />
        </FormDialog>
    );
}

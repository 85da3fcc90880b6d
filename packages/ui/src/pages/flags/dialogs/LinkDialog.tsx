import { TextInput } from '@mantine/core';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useFlagExtras } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

interface Props {
    at: FlagAt;
    onClose: () => void;
}

export function LinkDialog({ at, onClose }: Props) {
    const form = useForm({
        values: { url: '', title: '' },
        change: useFlagExtras(at).link,
        input: ({ url, title }) => ({ url, title: title || null }),
        onSaved: onClose,
    });
    return (
        <FormDialog
            {...form.dialog}
            title="Add a link"
            onClose={onClose}
            submit="Add link"
            isDisabled={!form.values.url}
        >
            <TextInput label="Address" placeholder="https://…" data-autofocus {...form.field('url')} />
            <TextInput label="Title" placeholder="The ticket" {...form.field('title')} />
        </FormDialog>
    );
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Form } from '../../components/forms/Form.tsx';
import { FormError } from '../../components/forms/FormError.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { useAddPasskey } from './second-factor.queries.ts';

interface Props {
    /** Called with the recovery codes if this is the first second factor. */
    onAdded: (recoveryCodes: readonly string[] | undefined) => void;
    onCancel: () => void;
}

/** Adds a passkey: of this device, of a phone or of a security key. */
export function PasskeyForm({ onAdded, onCancel }: Props) {
    const form = useForm({
        values: { name: '' },
        validate: { name: required('Enter a name') },
        change: useAddPasskey(),
        input: ({ name }) => name.trim(),
        onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
    });
    return (
        <Form form={form}>
            <Stack gap="sm">
                <Text size="sm">Use the fingerprint, face or PIN of this device, your phone, or a security key.</Text>
                <TextInput
                    label="Name"
                    description="To recognise it later, such as “Laptop” or “Security key”"
                    maxLength={100}
                    data-autofocus
                    {...form.field('name')}
                />
                <FormError error={form.error} />
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" onClick={onCancel}>
                        Cancel
                    </Button>
                    <Button type="submit" loading={form.isBusy}>
                        Add a passkey
                    </Button>
                </Group>
            </Stack>
        </Form>
    );
}

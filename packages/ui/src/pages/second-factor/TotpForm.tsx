import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { Form } from '../../components/forms/Form.tsx';
import { FormError } from '../../components/forms/FormError.tsx';
import { required } from '../../components/forms/rules.ts';
import { Copyable } from '../../components/forms/Secret.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useConfirmTotp, useNewTotp } from './second-factor.queries.ts';

const QrCode = lazyComponent(() => import('./QrCode.tsx'), 'QrCode');

interface Props {
    /** Called with the recovery codes if this is the first second factor. */
    onAdded: (recoveryCodes: readonly string[] | undefined) => void;
    onCancel: () => void;
}

/** Sets up an app that shows codes. */
export function TotpForm({ onAdded, onCancel }: Props) {
    const totp = useNewTotp();
    const form = useForm({
        values: { code: '' },
        validate: { code: required('Enter the code that the app shows') },
        change: useConfirmTotp(),
        input: ({ code }) => ({ ticket: totp.data?.ticket ?? '', code: code.trim() }),
        onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
    });
    return (
        <QueryContent query={totp}>
            {({ uri, secret }) => (
                <Form form={form}>
                    <Stack gap="sm">
                        <Text size="sm">
                            Scan the QR code with an authenticator app, for example that of your password manager, and
                            enter the code that the app shows.
                        </Text>
                        <div style={{ minHeight: 200, alignSelf: 'center' }}>
                            <Suspense fallback={null}>
                                <QrCode text={uri} label="QR code for the authenticator app" />
                            </Suspense>
                        </div>
                        <Text size="xs" c="dimmed">
                            Without a camera, enter this key in the app:
                        </Text>
                        <Copyable text={secret} label="Copy the key" />
                        <TextInput
                            label="Code of the app"
                            inputMode="numeric"
                            autoComplete="one-time-code"
                            maxLength={7}
                            autoFocus
                            data-autofocus
                            {...form.field('code')}
                        />
                        <FormError error={form.error} />
                        <Group justify="flex-end" gap="xs">
                            <Button variant="default" onClick={onCancel}>
                                Cancel
                            </Button>
                            <Button type="submit" loading={form.isBusy}>
                                Add the app
                            </Button>
                        </Group>
                    </Stack>
                </Form>
            )}
        </QueryContent>
    );
}

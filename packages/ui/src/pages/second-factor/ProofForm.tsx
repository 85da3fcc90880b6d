import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { Form } from '../../components/forms/Form.tsx';
import { FormError } from '../../components/forms/FormError.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import type { ProofRequest } from '../session/session.queries.ts';
import { canUsePasskeys } from './passkeys.ts';

interface Props {
    request: ProofRequest;
    /** Proves the second factor with a code, or without one with a passkey. */
    change: Parameters<typeof useForm<{ code: string }, string | undefined, unknown>>[0]['change'];
    submit: string;
    onProved?: () => void;
}

/** A second factor: a passkey, a code of an app or a recovery code. */
export function ProofForm({ request, change, submit, onProved }: Props) {
    const [isRecovering, setIsRecovering] = useState(false);
    const hasPasskey = request.passkey !== undefined && canUsePasskeys();
    const hasApp = request.methods.includes('totp');
    const needsRecovery = isRecovering || (!hasPasskey && !hasApp);
    const hasField = hasApp || needsRecovery;
    const form = useForm({
        values: { code: '' },
        validate: { code: required('Enter the code') },
        change,
        input: ({ code }): string | undefined => code.trim(),
        ...(onProved && { onSaved: onProved }),
    });
    return (
        <Stack gap="sm">
            {hasPasskey && (
                <Button
                    variant={hasField ? 'default' : 'filled'}
                    leftSection={<IconFingerprint size={16} />}
                    fullWidth
                    loading={change.isPending}
                    data-autofocus={!hasField || undefined}
                    onClick={() =>
                        change.mutate(undefined, { mode: {}, onSuccess: () => onProved?.(), onError: () => undefined })
                    }
                >
                    Use a passkey
                </Button>
            )}
            {hasPasskey && hasField && <Divider label="or" />}
            {hasField ? (
                <Form form={form}>
                    <Stack gap="sm">
                        {needsRecovery ? (
                            <TextInput
                                label="Recovery code"
                                description="One of the codes that you stored; each works once"
                                autoComplete="off"
                                spellCheck={false}
                                autoFocus
                                data-autofocus
                                {...form.field('code')}
                            />
                        ) : (
                            <TextInput
                                label="Code of your app"
                                description="Six digits; each code works once"
                                inputMode="numeric"
                                autoComplete="one-time-code"
                                maxLength={7}
                                autoFocus
                                data-autofocus
                                {...form.field('code')}
                            />
                        )}
                        <FormError error={form.error} />
                        <Button type="submit" loading={form.isBusy} fullWidth>
                            {submit}
                        </Button>
                    </Stack>
                </Form>
            ) : (
                <FormError error={form.error} />
            )}
            {(hasPasskey || hasApp) && (
                <Button variant="subtle" size="compact-sm" onClick={() => setIsRecovering(!isRecovering)}>
                    {isRecovering ? 'Use your second factor' : 'Use a recovery code'}
                </Button>
            )}
        </Stack>
    );
}

import { Alert, Button, Checkbox, Fieldset, Group, Input, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/client.ts';
import { ConfirmLeaving } from '../../components/forms/ConfirmLeaving.tsx';
import { Copyable } from '../../components/forms/Secret.tsx';
import { SubmitButton } from '../../components/SubmitButton.tsx';

/** A value to enter at the identity provider. */
export function Address({ label, text, copy }: { label: string; text: string; copy: string }) {
    return (
        <Input.Wrapper label={label} labelElement="div">
            <Copyable text={text} label={`Copy ${copy}`} />
        </Input.Wrapper>
    );
}

interface FormProps {
    /** The switch that enables the method. */
    main: ReactNode;
    /** Whether the fields below the switch are shown. */
    isOpen: boolean;
    isBusy: boolean;
    isDirty: boolean;
    error: unknown;
    onSubmit: () => void;
    /** The URL to test the method once it is enabled. */
    tryAt: string | undefined;
    /** The environment variables that override this form, if any. */
    setBy: string | undefined;
    /** The values to enter at the identity provider. They can be copied even if environment variables override the form. */
    addresses: ReactNode;
    children: ReactNode;
}

/** The form of a sign-in method. */
export function SettingsForm({
    main,
    isOpen,
    isBusy,
    isDirty,
    error,
    onSubmit,
    tryAt,
    setBy,
    addresses,
    children,
}: FormProps) {
    return (
        <form onSubmit={onSubmit}>
            <ConfirmLeaving isDirty={isDirty && !isBusy} />
            <Stack gap="sm">
                {setBy && (
                    <Alert color="gray" icon={<IconLock size={16} />}>
                        Set by environment variables of the service: {setBy}. Change it there.
                    </Alert>
                )}
                <Fieldset variant="unstyled" m={0} disabled={setBy !== undefined}>
                    <Stack gap="sm">
                        {main}
                        {isOpen && children}
                    </Stack>
                </Fieldset>
                {isOpen && addresses}
                {error !== null && (
                    <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                        {messageOf(error)}
                    </Alert>
                )}
                {(isOpen || isDirty) && (
                    <Group justify="flex-end">
                        {tryAt && (
                            <Button component="a" href={tryAt} target="_blank" rel="noopener" variant="default">
                                Try it
                            </Button>
                        )}
                        {!setBy && (
                            <SubmitButton loading={isBusy} disabled={!isDirty}>
                                Save
                            </SubmitButton>
                        )}
                    </Group>
                )}
            </Stack>
        </form>
    );
}

const ROLES = ['Viewer', 'Editor', 'Admin'];

interface AccountsForm {
    getInputProps: (
        path: 'autoCreate' | 'emailDomains' | 'defaultRootRole' | 'enableGroupSyncing' | 'groupJsonPath',
        options?: { type: 'checkbox' },
    ) => object;
    values: { autoCreate: boolean; enableGroupSyncing: boolean };
}

/** The common settings of both protocols: who gets an account and which groups they join. */
export function Accounts({ form }: { form: AccountsForm }) {
    return (
        <>
            <Checkbox
                size="xs"
                label="Create accounts for users who sign in for the first time"
                {...form.getInputProps('autoCreate', { type: 'checkbox' })}
            />
            {form.values.autoCreate && (
                <SimpleGrid cols={{ base: 1, xs: 2 }}>
                    <TextInput
                        label="Only for e-mail domains"
                        placeholder="example.com, example.org"
                        {...form.getInputProps('emailDomains')}
                    />
                    <Select label="Their role" data={ROLES} {...form.getInputProps('defaultRootRole')} />
                </SimpleGrid>
            )}
            <Checkbox
                size="xs"
                label="Let the identity provider decide who is in which group"
                {...form.getInputProps('enableGroupSyncing', { type: 'checkbox' })}
            />
            {form.values.enableGroupSyncing && (
                <TextInput
                    label="Path of the groups in the response"
                    placeholder="groups"
                    {...form.getInputProps('groupJsonPath')}
                />
            )}
        </>
    );
}

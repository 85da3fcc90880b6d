import { Alert, Button, Checkbox, Fieldset, Input, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { Copyable } from '../../components/forms/Secret.tsx';
import type { useForm } from '../../components/forms/use-form.ts';

/** A value to enter at the identity provider. */
export function Address({ label, text, copy }: { label: string; text: string; copy: string }) {
    return (
        <Input.Wrapper label={label} labelElement="div">
            <Copyable text={text} label={`Copy ${copy}`} />
        </Input.Wrapper>
    );
}

/** The settings of both protocols. */
interface CommonSettings {
    enabled: boolean;
    readOnly?: boolean | undefined;
    autoCreate: boolean;
    emailDomains: string;
    defaultRootRole: (typeof ROLES)[number];
    enableGroupSyncing: boolean;
    groupJsonPath: string;
}

type Form = Pick<
    ReturnType<typeof useForm<CommonSettings, unknown, unknown>>,
    'values' | 'field' | 'checkbox' | 'submit' | 'isDirty' | 'isBusy' | 'error'
>;

interface FormProps {
    form: Form;
    method: 'oidc' | 'saml';
    name: string;
    /** The stored settings. */
    settings: Pick<CommonSettings, 'enabled' | 'readOnly'>;
    isConfigured: boolean;
    /** The values to enter at the identity provider. They can be copied even if environment variables override the form. */
    addresses: ReactNode;
    children: ReactNode;
}

/** The form of a sign-in method. Until it is enabled or configured, it consists of its switch. */
export function SignInForm({ form, method, name, settings, isConfigured, addresses, children }: FormProps) {
    const isOpen = form.values.enabled || isConfigured;
    return (
        <PageForm
            form={form}
            isOpen={isOpen || form.isDirty}
            isReadOnly={settings.readOnly ?? false}
            actions={
                settings.enabled && (
                    <Button
                        component="a"
                        href={`auth/${method}/login`}
                        target="_blank"
                        rel="noopener"
                        variant="default"
                    >
                        Try it
                    </Button>
                )
            }
        >
            {settings.readOnly && (
                <Alert color="gray" icon={<IconLock size={16} />}>
                    Set by environment variables of the service: {method.toUpperCase()}_…. Change it there.
                </Alert>
            )}
            <Fieldset variant="unstyled" m={0} disabled={settings.readOnly ?? false}>
                <Stack gap="sm">
                    <Switch label={`Let people sign in with ${name}`} {...form.checkbox('enabled')} />
                    {isOpen && children}
                </Stack>
            </Fieldset>
            {isOpen && addresses}
        </PageForm>
    );
}

const ROLES = ['Viewer', 'Editor', 'Admin'] as const;

/** Who gets an account and which groups they join. */
export function Accounts({ form }: { form: Form }) {
    return (
        <>
            <Checkbox
                size="xs"
                label="Create accounts for users who sign in for the first time"
                {...form.checkbox('autoCreate')}
            />
            {form.values.autoCreate && (
                <SimpleGrid cols={{ base: 1, xs: 2 }}>
                    <TextInput
                        label="Only for e-mail domains"
                        placeholder="example.com, example.org"
                        {...form.field('emailDomains')}
                    />
                    <Select label="Their role" data={ROLES} {...form.field('defaultRootRole')} />
                </SimpleGrid>
            )}
            <Checkbox
                size="xs"
                label="Let the identity provider decide who is in which group"
                {...form.checkbox('enableGroupSyncing')}
            />
            {form.values.enableGroupSyncing && (
                <TextInput
                    label="Path of the groups in the response"
                    placeholder="groups"
                    {...form.field('groupJsonPath')}
                />
            )}
        </>
    );
}

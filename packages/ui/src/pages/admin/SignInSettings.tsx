import { Button, Checkbox, PasswordInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import { Accounts, Address, SettingsForm } from './SignInForm.tsx';
import {
    type OidcSettings,
    type SamlSettings,
    useNewScimToken,
    useOidcSettings,
    usePasswordLogin,
    useSamlSettings,
    useSaveOidcSettings,
    useSavePasswordLogin,
    useSaveSamlSettings,
    useSaveScimSettings,
    useScimSettings,
} from './sign-in-settings.queries.ts';

export function SignInSettings() {
    const oidc = useOidcSettings();
    const saml = useSamlSettings();
    const password = usePasswordLogin();
    const savePassword = useSavePasswordLogin();
    const { data: config } = useUiConfig();
    const url = config?.serviceUrl ?? '';
    return (
        <Stack gap="md" maw={820}>
            <Panel title="Password">
                <QueryContent query={password}>
                    {({ disabled }) => (
                        <Switch
                            label="Let people sign in with a password"
                            description="Turn this off only after single sign-on works; otherwise nobody can sign in."
                            checked={!disabled}
                            onChange={(event) => savePassword.mutate(!event.currentTarget.checked)}
                        />
                    )}
                </QueryContent>
            </Panel>
            <Panel title="OpenID Connect">
                <QueryContent query={oidc}>{(settings) => <Oidc settings={settings} url={url} />}</QueryContent>
            </Panel>
            <Panel title="SAML">
                <QueryContent query={saml}>{(settings) => <Saml settings={settings} url={url} />}</QueryContent>
            </Panel>
            <Scim url={`${url}/scim/v2`} />
        </Stack>
    );
}

function Scim({ url }: { url: string }) {
    const settings = useScimSettings();
    const save = useSaveScimSettings();
    const renew = useNewScimToken();
    const [token, setToken] = useState<string>();
    return (
        <Panel title="SCIM">
            <QueryContent query={settings}>
                {({ enabled, manageAdministrators }) => (
                    <Stack gap="sm">
                        <Switch
                            label="Let the identity provider manage users and groups"
                            checked={enabled}
                            onChange={(event) =>
                                save.mutate({ enabled: event.currentTarget.checked, manageAdministrators })
                            }
                        />
                        {enabled && (
                            <>
                                <Checkbox
                                    size="xs"
                                    label="Include administrators"
                                    description="The SCIM token then has the permissions of an administrator."
                                    checked={manageAdministrators}
                                    onChange={(event) =>
                                        save.mutate({ enabled, manageAdministrators: event.currentTarget.checked })
                                    }
                                />
                                <Address label="SCIM base URL" text={url} copy="the SCIM base URL" />
                                <div>
                                    <Confirm
                                        title="Create a new SCIM token?"
                                        verb="Create token"
                                        action={async () => setToken((await renew.mutateAsync(undefined)).token)}
                                        trigger={<Button variant="default">New token…</Button>}
                                    >
                                        The current token of the identity provider stops working.
                                    </Confirm>
                                </div>
                            </>
                        )}
                    </Stack>
                )}
            </QueryContent>
            <SecretDialog title="SCIM token" secret={token} onClose={() => setToken(undefined)} />
        </Panel>
    );
}

function Oidc({ settings, url }: { settings: OidcSettings; url: string }) {
    const save = useSaveOidcSettings();
    const form = useForm({ initialValues: settings });
    const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.resetDirty(values) }));
    return (
        <SettingsForm
            isBusy={save.isPending}
            isDirty={form.isDirty()}
            error={save.error}
            onSubmit={submit}
            tryAt={settings.enabled ? 'auth/oidc/login' : undefined}
            setBy={settings.readOnly ? 'OIDC_…' : undefined}
            isOpen={form.values.enabled || Boolean(settings.clientId)}
            addresses={
                <Address
                    label="Redirect URI for the identity provider"
                    text={`${url}/auth/oidc/callback`}
                    copy="the redirect URI"
                />
            }
            main={
                <Switch
                    label="Let people sign in with OpenID Connect"
                    {...form.getInputProps('enabled', { type: 'checkbox' })}
                />
            }
        >
            <TextInput
                label="Discovery address"
                placeholder="https://login.example.com/.well-known/openid-configuration"
                {...form.getInputProps('discoverUrl')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="Client id" autoComplete="off" {...form.getInputProps('clientId')} />
                <PasswordInput label="Client secret" autoComplete="new-password" {...form.getInputProps('secret')} />
            </SimpleGrid>
            <Accounts form={form} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="ACR values" {...form.getInputProps('acrValues')} />
                <Select
                    label="Signature of id tokens"
                    data={['RS256', 'RS384', 'RS512']}
                    {...form.getInputProps('idTokenSigningAlgorithm')}
                />
            </SimpleGrid>
            <TextInput
                label="Additional scopes"
                description="Separated by spaces"
                {...form.getInputProps('extraScopes')}
            />
            <Checkbox
                size="xs"
                label="Request the scope groups"
                {...form.getInputProps('addGroupsScope', { type: 'checkbox' })}
            />
            <Checkbox size="xs" label="Use PKCE" {...form.getInputProps('enablePkce', { type: 'checkbox' })} />
            <Checkbox
                size="xs"
                label="Trust e-mail addresses that are not verified"
                description="Only if users cannot choose their own address at the identity provider."
                {...form.getInputProps('trustUnverifiedEmail', { type: 'checkbox' })}
            />
            <Checkbox
                size="xs"
                label="Signing out here signs out at the identity provider, too"
                {...form.getInputProps('enableSingleSignOut', { type: 'checkbox' })}
            />
        </SettingsForm>
    );
}

function Saml({ settings, url }: { settings: SamlSettings; url: string }) {
    const save = useSaveSamlSettings();
    const form = useForm({ initialValues: settings });
    const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.resetDirty(values) }));
    return (
        <SettingsForm
            isBusy={save.isPending}
            isDirty={form.isDirty()}
            error={save.error}
            onSubmit={submit}
            tryAt={settings.enabled ? 'auth/saml/login' : undefined}
            setBy={settings.readOnly ? 'SAML_…' : undefined}
            isOpen={form.values.enabled || Boolean(settings.entityId)}
            addresses={
                <>
                    <Address
                        label="Assertion consumer service (ACS) URL for the identity provider"
                        text={`${url}/auth/saml/callback`}
                        copy="the ACS URL"
                    />
                    <Address label="Entity id of Halyard (audience)" text={url} copy="the entity id" />
                    <Address label="Metadata of Halyard" text={`${url}/auth/saml/metadata`} copy="the metadata URL" />
                </>
            }
            main={
                <Switch label="Let people sign in with SAML" {...form.getInputProps('enabled', { type: 'checkbox' })} />
            }
        >
            <TextInput label="Entity id" {...form.getInputProps('entityId')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="Sign-on address" {...form.getInputProps('signOnUrl')} />
                <TextInput label="Sign-out address" {...form.getInputProps('signOutUrl')} />
            </SimpleGrid>
            <Textarea
                label="Certificate of the identity provider"
                autosize
                minRows={3}
                maxRows={10}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('certificate')}
            />
            <Textarea
                label="Our private key and certificate"
                description="Used to sign requests and decrypt responses. PEM format; the key is masked after saving"
                autosize
                minRows={1}
                maxRows={10}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('spCertificate')}
            />
            <Accounts form={form} />
        </SettingsForm>
    );
}

import { Button, Checkbox, PasswordInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import { SecondFactorSettings } from './SecondFactorSettings.tsx';
import { Accounts, Address, SignInForm } from './SignInForm.tsx';
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
            <SecondFactorSettings />
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
    const form = useForm({ values: settings, change: useSaveOidcSettings(), input: (values) => values });
    return (
        <SignInForm
            form={form}
            method="oidc"
            name="OpenID Connect"
            settings={settings}
            isConfigured={Boolean(settings.clientId)}
            addresses={
                <Address
                    label="Redirect URI for the identity provider"
                    text={`${url}/auth/oidc/callback`}
                    copy="the redirect URI"
                />
            }
        >
            <TextInput
                label="Discovery address"
                placeholder="https://login.example.com/.well-known/openid-configuration"
                {...form.field('discoverUrl')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="Client id" autoComplete="off" {...form.field('clientId')} />
                <PasswordInput label="Client secret" autoComplete="new-password" {...form.field('secret')} />
            </SimpleGrid>
            <Accounts form={form} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="ACR values" {...form.field('acrValues')} />
                <Select
                    label="Signature of id tokens"
                    data={['RS256', 'RS384', 'RS512']}
                    {...form.field('idTokenSigningAlgorithm')}
                />
            </SimpleGrid>
            <TextInput label="Additional scopes" description="Separated by spaces" {...form.field('extraScopes')} />
            <Checkbox size="xs" label="Request the scope groups" {...form.checkbox('addGroupsScope')} />
            <Checkbox size="xs" label="Use PKCE" {...form.checkbox('enablePkce')} />
            <Checkbox
                size="xs"
                label="Trust e-mail addresses that are not verified"
                description="Only if users cannot choose their own address at the identity provider."
                {...form.checkbox('trustUnverifiedEmail')}
            />
            <Checkbox
                size="xs"
                label="Signing out here signs out at the identity provider, too"
                {...form.checkbox('enableSingleSignOut')}
            />
        </SignInForm>
    );
}

function Saml({ settings, url }: { settings: SamlSettings; url: string }) {
    const form = useForm({ values: settings, change: useSaveSamlSettings(), input: (values) => values });
    return (
        <SignInForm
            form={form}
            method="saml"
            name="SAML"
            settings={settings}
            isConfigured={Boolean(settings.entityId)}
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
        >
            <TextInput label="Entity id" {...form.field('entityId')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="Sign-on address" {...form.field('signOnUrl')} />
                <TextInput label="Sign-out address" {...form.field('signOutUrl')} />
            </SimpleGrid>
            <Textarea
                label="Certificate of the identity provider"
                autosize
                minRows={3}
                maxRows={10}
                classNames={{ input: 'mono' }}
                {...form.field('certificate')}
            />
            <Textarea
                label="Our private key and certificate"
                description="Used to sign requests and decrypt responses. PEM format; the key is masked after saving"
                autosize
                minRows={1}
                maxRows={10}
                classNames={{ input: 'mono' }}
                {...form.field('spCertificate')}
            />
            <Accounts form={form} />
        </SignInForm>
    );
}

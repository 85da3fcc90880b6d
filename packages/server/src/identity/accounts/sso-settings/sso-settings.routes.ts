import type { Services } from '../../../app/services.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { withoutPrivateKey } from '../../../core/settings/certificates.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { type ConfiguredSignIn, configuredSignIn } from './sign-in-methods.ts';
import { changeOidcSettings, changeSamlSettings, setPasswordLogin } from './sso-settings.commands.ts';
import {
    MASK,
    OidcSettings,
    OidcSettingsUpdate,
    PasswordLogin,
    PasswordLoginUpdate,
    SamlSettings,
    SamlSettingsUpdate,
} from './sso-settings.schemas.ts';

const route = routeWithTag('Sign-in settings');
const access = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

const ADMIN_NEEDED =
    'Only administrators can change the trusted identity provider, the users that may sign in and their roles; the permission alone allows all other changes.';

const maskSecret = (secret: string) => (secret === '' ? '' : MASK);

/** Administrators can only read settings configured by the operator. */
function requireNotFixed(fixed: ConfiguredSignIn, method: keyof ConfiguredSignIn, variables: string): void {
    if (!fixed[method]) return;
    throw notAllowed(
        `The operator of this instance configured this with the environment variables ${variables}. Change it there.`,
    );
}

export const ssoSettingsRoutes = ({ write, settings, config }: Services): Route[] => {
    const fixed = configuredSignIn(config);

    function samlSettings(): SamlSettings {
        const { defaultRootRoleId, secretsChangedAt: _, ...saml } = settings.get('samlAuth');
        const spCertificate = withoutPrivateKey(saml.spCertificate, MASK);
        return {
            ...saml,
            spCertificate,
            ...(defaultRootRoleId !== null && { defaultRootRoleId }),
            ...(fixed.samlAuth && { readOnly: true }),
        };
    }

    function oidcSettings(): OidcSettings {
        const { defaultRootRoleId, secretsChangedAt: _, ...oidc } = settings.get('oidcAuth');
        const secret = maskSecret(oidc.secret);
        return {
            ...oidc,
            secret,
            ...(defaultRootRoleId !== null && { defaultRootRoleId }),
            ...(fixed.oidcAuth && { readOnly: true }),
        };
    }

    return [
        route('GET /api/admin/auth/saml/settings', {
            operationId: 'getSamlSettings',
            summary: 'Read the settings of SAML',
            access,
            responds: { status: 200, body: SamlSettings },
            handler: samlSettings,
        }),
        route('POST /api/admin/auth/saml/settings', {
            operationId: 'setSamlSettings',
            summary: 'Change the settings of SAML',
            description: `Omitted optional members are kept, and so is a private key that is sent masked. ${ADMIN_NEEDED}`,
            access,
            body: SamlSettingsUpdate,
            responds: { status: 200, body: SamlSettings },
            handler: async ({ actor, body }) => {
                requireNotFixed(fixed, 'samlAuth', 'SAML_*');
                await write(actor, changeSamlSettings, { update: body, fixed });
                return samlSettings();
            },
        }),
        route('GET /api/admin/auth/oidc/settings', {
            operationId: 'getOidcSettings',
            summary: 'Read the settings of OpenID Connect',
            access,
            responds: { status: 200, body: OidcSettings },
            handler: oidcSettings,
        }),
        route('POST /api/admin/auth/oidc/settings', {
            operationId: 'setOidcSettings',
            summary: 'Change the settings of OpenID Connect',
            description: `Omitted members are kept, and so is a secret that is sent masked, unless the URL of the provider changes: then the secret must be sent again. ${ADMIN_NEEDED}`,
            access,
            body: OidcSettingsUpdate,
            responds: { status: 200, body: OidcSettings },
            handler: async ({ actor, body }) => {
                requireNotFixed(fixed, 'oidcAuth', 'OIDC_*');
                await write(actor, changeOidcSettings, { update: body, fixed });
                return oidcSettings();
            },
        }),
        route('GET /api/admin/auth/simple/settings', {
            operationId: 'getSimpleSettings',
            summary: 'Read whether sign-in with a password is enabled',
            access,
            responds: { status: 200, body: PasswordLogin },
            handler: () => settings.get('simpleAuth'),
        }),
        route('POST /api/admin/auth/simple/settings', {
            operationId: 'setSimpleSettings',
            summary: 'Enable or disable sign-in with a password',
            access,
            body: PasswordLoginUpdate,
            responds: { status: 200, body: PasswordLogin },
            errors: [409],
            handler: async ({ actor, body }) => {
                await write(actor, setPasswordLogin, { update: body, fixed });
                return settings.get('simpleAuth');
            },
        }),
    ];
};

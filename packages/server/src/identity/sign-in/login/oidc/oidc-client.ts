import {
    AuthorizationResponseError,
    allowInsecureRequests,
    authorizationCodeGrant,
    buildAuthorizationUrl,
    buildEndSessionUrl,
    type ClientAuth,
    ClientSecretBasic,
    ClientSecretPost,
    type Configuration,
    type CustomFetch,
    calculatePKCECodeChallenge,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
    fetchUserInfo,
    ResponseBodyError,
    randomNonce,
    randomPKCECodeVerifier,
    randomState,
} from 'openid-client';
import { HalyardError, notAllowed } from '../../../../core/errors/errors.ts';
import { type Outbound, OutboundRefused } from '../../../../outbound/outbound.ts';
import type { StoredOidc } from '../../../accounts/sso-settings/stored-settings.ts';
import { groupsIn } from '../provider-groups.ts';
import type { VerifiedIdentity } from '../verified-identity.ts';

/** The expected values for the response of the identity provider. */
export interface OidcChecks {
    state: string;
    nonce: string;
    codeVerifier?: string;
}

interface Options {
    settings: () => StoredOidc;
    outbound: Outbound;
    /** The public address of this instance. */
    publicUrl: () => string;
    clock: () => Date;
}

/** The discovery document is reloaded after this time. */
const CACHE_MS = 10 * 60_000;
/** Maximum size of a response, in bytes. The responses of providers that include the certificates of all their keys are large. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/** OpenID Connect client for the identity provider in the settings. */
export class OidcClient {
    readonly #options: Options;
    #known: { settings: StoredOidc; until: number; configuration: Configuration } | undefined;

    constructor(options: Options) {
        this.#options = options;
    }

    /** Returns the URL for the browser, and the values to store until the callback. */
    async begin(): Promise<{ url: string; checks: OidcChecks }> {
        const settings = this.#options.settings();
        const configuration = await this.#configuration(settings);
        const checks: OidcChecks = {
            state: randomState(),
            nonce: randomNonce(),
            ...(settings.enablePkce && { codeVerifier: randomPKCECodeVerifier() }),
        };
        const url = buildAuthorizationUrl(configuration, {
            redirect_uri: this.#callbackUrl(),
            scope: scopesOf(settings),
            state: checks.state,
            nonce: checks.nonce,
            ...(settings.acrValues && { acr_values: settings.acrValues }),
            ...(checks.codeVerifier && {
                code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
                code_challenge_method: 'S256',
            }),
        });
        return { url: url.href, checks };
    }

    /** Returns the identity verified from the query of the callback. */
    async finish(answer: Record<string, string>, checks: OidcChecks): Promise<VerifiedIdentity> {
        const settings = this.#options.settings();
        const configuration = await this.#configuration(settings);
        const url = new URL(this.#callbackUrl());
        for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
        const tokens = await withUserError(
            authorizationCodeGrant(configuration, url, {
                expectedState: checks.state,
                expectedNonce: checks.nonce,
                idTokenExpected: true,
                ...(checks.codeVerifier && { pkceCodeVerifier: checks.codeVerifier }),
            }),
        );
        const idClaims = tokens.claims()!;
        demandAcr(textOf(idClaims.acr), settings.acrValues);
        const userInfo = configuration.serverMetadata().userinfo_endpoint
            ? await withUserError(fetchUserInfo(configuration, tokens.access_token, idClaims.sub))
            : {};
        // Signed claims take precedence over unsigned ones.
        const claims: Record<string, unknown> = { ...userInfo, ...idClaims };
        // Both claims must come from the same document: `email_verified` of one does not apply to the address in the other.
        const emailClaims: Record<string, unknown> = Object.hasOwn(idClaims, 'email') ? idClaims : userInfo;
        return {
            identity: { issuer: idClaims.iss, subject: idClaims.sub },
            email: textOf(emailClaims['email']),
            isEmailVerified: settings.trustUnverifiedEmail || emailClaims['email_verified'] === true,
            name: textOf(claims['name']),
            groups: groupsIn(claims, settings.groupJsonPath),
            session: { idToken: tokens.id_token! },
        };
    }

    /** Returns the logout URL of the identity provider; undefined if it has none or is unavailable. */
    async signOutUrl(idToken: string): Promise<string | undefined> {
        try {
            const configuration = await this.#configuration(this.#options.settings());
            return buildEndSessionUrl(configuration, {
                id_token_hint: idToken,
                post_logout_redirect_uri: `${this.#options.publicUrl()}/`,
            }).href;
        } catch {
            return undefined;
        }
    }

    #callbackUrl(): string {
        return `${this.#options.publicUrl()}/auth/oidc/callback`;
    }

    async #configuration(settings: StoredOidc): Promise<Configuration> {
        const now = this.#options.clock().getTime();
        const known = this.#known;
        if (known && known.settings === settings && now < known.until) return known.configuration;
        if (!settings.enabled || !settings.discoverUrl) {
            throw notAllowed('Signing in with OpenID Connect is disabled, or has no discovery address.');
        }
        const server = new URL(settings.discoverUrl);
        const configuration = await withUserError(
            discovery(
                server,
                settings.clientId,
                { id_token_signed_response_alg: settings.idTokenSigningAlgorithm },
                authenticatedBy(settings.secret),
                {
                    [customFetch]: fetchThrough(this.#options.outbound),
                    execute: [
                        // By default the library relies on TLS and does not verify the signatures of ID tokens.
                        enableNonRepudiationChecks,
                        // An http issuer is accepted as configured; the permitted addresses are checked nevertheless.
                        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
                    ],
                },
            ),
        );
        this.#known = { settings, until: now + CACHE_MS, configuration };
        return configuration;
    }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);

const scopesOf = ({ addGroupsScope, extraScopes }: StoredOidc) =>
    [...new Set(['openid', 'profile', 'email', ...(addGroupsScope ? ['groups'] : []), ...extraScopes.split(/\s+/)])]
        .filter(Boolean)
        .join(' ');

/** Checks the ACR of the ID token. The request passes through the browser, where a user could remove the requested ACR. */
function demandAcr(acr: string | undefined, acrValues: string): void {
    const allowed = acrValues.split(/\s+/).filter(Boolean);
    if (allowed.length === 0 || (acr !== undefined && allowed.includes(acr))) return;
    throw notAllowed(`Signing in here needs ${allowed.join(' or ')}, which the identity provider did not confirm.`);
}

const authenticatedBy =
    (secret: string): ClientAuth =>
    (server, ...rest) => {
        const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
        (inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
    };

const fetchThrough =
    (outbound: Outbound): CustomFetch =>
    async (url, { method, headers, body, signal }) => {
        const { status, contentType, text } = await outbound
            .send(url, {
                method: method === 'POST' ? 'POST' : 'GET',
                headers,
                maxResponseBytes: MAX_RESPONSE_BYTES,
                ...(body && { body: String(body) }),
                ...(signal && { signal }),
            })
            .catch((error: unknown) => {
                if (error instanceof OutboundRefused) throw notAllowed(error.message);
                throw notAllowed('The identity provider cannot be reached now. Try again later.');
            });
        return new Response(text, { status, headers: contentType ? { 'content-type': contentType } : {} });
    };

/** Converts errors of the provider and of the library to errors that are shown to the user. */
async function withUserError<T>(work: Promise<T>): Promise<T> {
    try {
        return await work;
    } catch (error) {
        if (error instanceof HalyardError) throw error;
        const cause = (error as Error).cause;
        if (cause instanceof HalyardError) throw cause;
        if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
            const reason = error.error_description ?? error.error;
            throw notAllowed(`The identity provider refused to sign you in: ${reason.slice(0, 300)}`);
        }
        throw notAllowed(`The response of the identity provider cannot be trusted: ${(error as Error).message}.`);
    }
}

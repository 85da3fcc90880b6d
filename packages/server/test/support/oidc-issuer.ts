import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';

export const CLIENT = { clientId: 'halyard', secret: 'secret-of-the-client-of-the-tests' };

interface IssuerOptions {
    /** The permitted redirect URIs. */
    serviceUrl: string;
    /** The claims of the user. */
    claims?: Record<string, unknown>;
    algorithm?: 'RS256' | 'RS384' | 'RS512';
    /** The level of authentication that is confirmed. */
    acr?: string;
    /** Modifies responses before they are sent: simulates a malicious provider or network. */
    tamper?: (path: string, body: string) => string;
    configuration?: Configuration;
}

/** Key generation is slow, so it runs once. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** A real OpenID provider on this machine that signs in every user without a prompt. */
export async function oidcIssuer({ serviceUrl, claims = {}, algorithm = 'RS256', acr, ...more }: IssuerOptions) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(
        () =>
            new Promise<void>((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            }),
    );
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account: Record<string, unknown> = {
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada',
        ...claims,
    };
    const queries: URLSearchParams[] = [];
    // The provider warns that it stores everything in memory, which is intended in tests.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const provider = new Provider(issuer, {
        clients: [
            {
                client_id: CLIENT.clientId,
                client_secret: CLIENT.secret,
                redirect_uris: [`${serviceUrl}/auth/oidc/callback`],
                post_logout_redirect_uris: [`${serviceUrl}/`],
                id_token_signed_response_alg: algorithm,
                token_endpoint_auth_method: 'client_secret_post',
            },
        ],
        claims: { openid: ['sub', 'acr'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        scopes: ['openid', 'email', 'profile', 'groups', 'extra'],
        pkce: { required: () => false },
        acrValues: ['urn:level:one', 'urn:level:two'],
        features: { devInteractions: { enabled: false } },
        enabledJWA: { idTokenSigningAlgValues: ['RS256', 'RS384', 'RS512'] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...account }) }),
        jwks: { keys: [{ ...KEY, use: 'sig', kid: 'key-of-the-tests' }] },
        cookies: { keys: ['cookies-of-the-tests'] },
        ...more.configuration,
    });
    warn.mockRestore();
    const handle = provider.callback();
    server.on('request', async (request, response) => {
        const url = new URL(request.url!, issuer);
        if (url.pathname === '/auth') queries.push(url.searchParams);
        if (url.pathname.startsWith('/interaction/')) {
            const { prompt, params, session } = await provider.interactionDetails(request, response);
            if (prompt.name === 'login') {
                // A different address belongs to a different person, unless the test specifies the subject.
                const accountId = String(account['sub'] ?? `person ${account['email']}`);
                const result = { login: { accountId, ...(acr && { acr }) } };
                await provider.interactionFinished(request, response, result);
                return;
            }
            const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) });
            grant.addOIDCScope(String(params['scope']));
            await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
            return;
        }
        if (more.tamper) {
            const { tamper } = more;
            const end = response.end.bind(response);
            // The provider sends each response with one call.
            response.end = ((body?: unknown) => {
                const text = tamper(url.pathname, body === undefined ? '' : String(body));
                if (body !== undefined) response.setHeader('content-length', Buffer.byteLength(text));
                return end(text);
            }) as typeof response.end;
        }
        handle(request, response);
    });
    return { issuer, asked: queries, account, provider };
}

import { Type } from 'typebox';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';

const route = routeWithTag('Edge');

const EdgeToken = Type.Object({
    token: Type.String(),
    type: Type.String(),
    projects: Type.Array(Type.String()),
    environment: Type.String(),
    expiresAt: Type.Optional(Type.String({ description: 'Expiry of the token; missing: never' })),
});
export const EdgeTokens = Type.Object({ tokens: Type.Array(EdgeToken) }, { $id: 'validatedEdgeTokens' });

const TokensToValidate = Body(
    { tokens: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1_000 }) },
    { $id: 'tokensToValidate' },
);

interface Validated {
    kind: string;
    projects: readonly string[];
    environment: string;
    expiresAt?: string | undefined;
}

/** Edges validate tokens at their upstream, which may be another edge. */
export const validationRoute = (find: (token: string) => Promise<Validated | undefined>): Route =>
    route('POST /edge/validate', {
        operationId: 'getValidTokens',
        summary: 'Validate tokens and read their scopes',
        description:
            'Invalid tokens are omitted from the response. No credentials are required, because the caller already has the tokens.',
        access: 'public',
        rateLimit: 1_000,
        body: TokensToValidate,
        responds: { status: 200, body: EdgeTokens },
        handler: async ({ body }) => {
            const secrets = [...new Set(body.tokens)];
            const tokens = await Promise.all(secrets.map(find));
            return {
                tokens: tokens.flatMap((valid, index) =>
                    valid
                        ? {
                              token: secrets[index]!,
                              type: valid.kind,
                              projects: [...valid.projects],
                              environment: valid.environment,
                              ...(valid.expiresAt !== undefined && { expiresAt: valid.expiresAt }),
                          }
                        : [],
                ),
            };
        },
    });

import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';

const EdgeToken = Type.Object({
    token: Type.String(),
    type: Type.String(),
    projects: Type.Array(Type.String()),
    environment: Type.String(),
    expiresAt: Type.Optional(Type.String({ description: 'When the token ends to be valid; missing: never' })),
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

/** Edges validate tokens at their upstream, which may be an edge itself. */
export const validationRoute = (find: (token: string) => Promise<Validated | undefined>): Route =>
    route({
        method: 'POST',
        path: '/edge/validate',
        operationId: 'getValidTokens',
        summary: 'Which of these tokens are valid, and where',
        description: 'Whoever asks has the tokens already; those that are not valid are left out.',
        tag: 'Edge',
        access: 'public',
        rateLimit: 1_000,
        body: TokensToValidate,
        responds: { status: 200, body: EdgeTokens },
        handler: async ({ body }) => {
            const secrets = [...new Set(body.tokens)];
            const found = await Promise.all(secrets.map(find));
            return {
                tokens: found.flatMap((valid, place) =>
                    valid
                        ? {
                              token: secrets[place]!,
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

import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { authenticationRequired, tokenNotValidated } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';
import { EdgeSignatures } from './edge-signature.ts';
import { ensureToken } from './token.commands.ts';
import { derivedTokenSecret } from './token-secret.ts';
import { EdgeTokens, validationRoute } from './validation-route.ts';

const route = routeWithTag('Edge');

const ISSUE_PATH = '/edge/issue-token';

const TokensToIssue = Body(
    {
        tokens: Type.Array(
            Body({
                environment: Type.String({ maxLength: 100 }),
                projects: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
            }),
            { minItems: 1, maxItems: 100 },
        ),
    },
    { $id: 'tokensToIssue' },
);

/** Routes for servers between SDKs and this one. */
export const edgeRoutes = ({ tokens, changeFeed, write, config, clock }: Services): Route[] => {
    const key = Buffer.from(config.edgeClientSecret, 'base64url');
    const signatures = new EdgeSignatures({ id: config.edgeClientId, secret: key });

    return [
        validationRoute(async (token) => {
            const actor = tokens.find(token);
            if (actor?.kind === 'admin') return { kind: 'admin', projects: ['*'], environment: '*' };
            if (!actor && changeFeed.isStale) throw tokenNotValidated();
            return actor && { ...actor, expiresAt: tokens.expiryOf(token) };
        }),
        route(`POST ${ISSUE_PATH}`, {
            operationId: 'edgeCreateOrReturnTokens',
            summary: 'Issue backend tokens to an edge with a signed request',
            description:
                'Headers: `Authorization: HMAC id:signature`, `X-Timestamp`, `X-Nonce`. The same request gets the same tokens.',
            access: 'public',
            body: TokensToIssue,
            responds: { status: 200, body: EdgeTokens },
            errors: [401],
            handler: async ({ body, headers }) => {
                if (key.length === 0) {
                    throw authenticationRequired(
                        'This instance issues no tokens to edges: EDGE_CLIENT_SECRET is not set.',
                    );
                }
                signatures.check(config.basePath + ISSUE_PATH, headers, body, clock().getTime());
                const tokens = body.tokens.map(({ environment, projects }) => {
                    const scope = { environment, projects: [...new Set(projects)].sort() };
                    return { ...scope, type: 'backend', token: derivedTokenSecret(scope, key) };
                });
                for (const { token: secret, projects, environment } of tokens) {
                    await write(SYSTEM_ACTOR, ensureToken, { secret, projects, environment });
                }
                return { tokens };
            },
        }),
    ];
};

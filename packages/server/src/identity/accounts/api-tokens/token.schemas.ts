import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';

const members = {
    tokenName: Type.String({ description: 'Display name' }),
    type: Type.String({ description: 'client (also called backend), frontend or admin' }),
    environment: Type.String({ description: 'The environment in which the token is valid; * for admin tokens' }),
    project: Type.String({
        description: 'The project in which the token is valid; * for all, [] for several',
        deprecated: true,
    }),
    projects: Type.Array(Type.String(), { description: 'The projects in which the token is valid; ["*"] for all' }),
    expiresAt: Nullable(DateTime()),
    createdAt: DateTime(),
    alias: Type.Null(),
};

export const ApiToken = Type.Object(
    {
        id: Type.Integer(),
        secret: Type.String({
            description:
                'First characters of the secret; the complete secret is returned only when the token is created',
        }),
        ...members,
        seenAt: Nullable(DateTime('Time of the last use by an SDK')),
        createdBy: Type.String(),
    },
    { $id: 'apiToken' },
);
export type ApiToken = Static<typeof ApiToken>;

export const ApiTokens = Type.Object({ tokens: Type.Array(ApiToken) }, { $id: 'apiTokens' });

export const CreatedApiToken = Type.Object(
    { id: Type.Integer(), secret: Type.String({ description: 'Returned only once' }), ...members },
    { $id: 'createdApiToken' },
);
export type CreatedApiToken = Static<typeof CreatedApiToken>;

const newToken = {
    tokenName: Type.String({ minLength: 1, maxLength: 100 }),
    type: Type.String({
        pattern:
            '^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd]|[Aa][Dd][Mm][Ii][Nn])$',
        description: 'client (also called backend), frontend or admin',
    }),
    environment: Type.Optional(Type.String({ maxLength: 100, description: 'Default: development; admin: *' })),
    expiresAt: Type.Optional(DateTime()),
    secret: Ignored(),
    alias: Ignored(),
};

export const NewApiToken = Body(
    {
        ...newToken,
        project: Type.Optional(Type.String({ maxLength: 100, deprecated: true })),
        projects: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 })),
    },
    { $id: 'newApiToken' },
);
export type NewApiToken = Static<typeof NewApiToken>;

/** The project is in the URL; a project in the body is ignored. */
export const NewProjectApiToken = Body(
    { ...newToken, project: Ignored(), projects: Ignored() },
    { $id: 'newProjectApiToken' },
);

/** A token that applications already use with another service. */
export const ImportedApiToken = Body(
    {
        tokenName: newToken.tokenName,
        type: Type.Enum(['client', 'backend', 'frontend'], {
            description: 'Admin tokens cannot be imported; create a new token',
        }),
        environment: Type.String({ minLength: 1, maxLength: 100 }),
        projects: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
        expiresAt: newToken.expiresAt,
        secret: Type.String({
            minLength: 16,
            maxLength: 500,
            // Other kinds of secrets have these prefixes.
            pattern: '^(?!user:|scim:)[\\x21-\\x7e]+$',
            description: 'The secret that applications send',
        }),
    },
    { $id: 'carriedApiToken' },
);
export type ImportedApiToken = Static<typeof ImportedApiToken>;

export const ApiTokenExpiry = Body({ expiresAt: DateTime() }, { $id: 'apiTokenExpiry' });
export type ApiTokenExpiry = Static<typeof ApiTokenExpiry>;

export const TokenParams = Type.Object({
    token: Type.String({ description: 'Secret or id of the token' }),
});

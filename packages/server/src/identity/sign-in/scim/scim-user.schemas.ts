import { type Static, Type } from 'typebox';
import { Nullable } from '../../../http/route/schemas.ts';
import { email, personName, username } from '../../accounts/users/user.schemas.ts';
import { MAX_PATH } from './scim-filter.ts';
import { listOf, Meta } from './scim-protocol.ts';

export const ScimUser = Type.Object(
    {
        schemas: Type.Array(Type.String()),
        id: Type.String(),
        externalId: Type.Optional(Type.String()),
        userName: Type.String(),
        displayName: Type.Optional(Type.String()),
        name: Type.Optional(Type.Object({ formatted: Type.String() })),
        emails: Type.Array(Type.Object({ value: Type.String(), type: Type.String(), primary: Type.Boolean() })),
        active: Type.Boolean(),
        meta: Meta,
    },
    { $id: 'scimUser' },
);
export type ScimUser = Static<typeof ScimUser>;

export const ScimUsers = listOf(ScimUser, 'scimUsers');

export const externalId = Type.Optional(Nullable(Type.String({ maxLength: 500 })));
/** Some directories send booleans as strings. */
export const active = Type.Union([Type.Boolean(), Type.String({ pattern: '^([Tt]rue|[Ff]alse)$' })]);
export const userName = Type.String({ ...username, minLength: 1 });
const namePart = Type.Optional(Nullable(personName));
export const scimName = Type.Object(
    { formatted: namePart, givenName: namePart, familyName: namePart },
    { additionalProperties: true },
);
export const scimEmails = Type.Array(
    Type.Object(
        {
            value: Type.String({ ...email, minLength: 1 }),
            primary: Type.Optional(active),
        },
        { additionalProperties: true },
    ),
    { maxItems: 50 },
);

/** Directories send more attributes than Halyard stores. */
export const ScimUserInput = Type.Object(
    {
        userName,
        externalId,
        displayName: namePart,
        name: Type.Optional(Nullable(scimName)),
        emails: Type.Optional(scimEmails),
        active: Type.Optional(active),
    },
    { $id: 'scimUserInput', additionalProperties: true },
);
export type ScimUserInput = Static<typeof ScimUserInput>;

export const ScimPatch = Type.Object(
    {
        Operations: Type.Array(
            Type.Object(
                {
                    op: Type.String({ pattern: '^([Aa]dd|[Rr]eplace|[Rr]emove)$' }),
                    path: Type.Optional(Type.String({ maxLength: MAX_PATH })),
                    value: Type.Optional(Type.Unknown()),
                },
                { additionalProperties: true },
            ),
            { minItems: 1, maxItems: 1_000 },
        ),
    },
    { $id: 'scimPatch', additionalProperties: true },
);
export type ScimPatch = Static<typeof ScimPatch>;

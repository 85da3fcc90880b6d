import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';

export const PersonalToken = Type.Object(
    {
        id: Type.Integer({ minimum: 1 }),
        description: Type.String(),
        userId: Type.Integer(),
        createdAt: DateTime(),
        expiresAt: DateTime(),
        seenAt: Nullable(DateTime('Time of the last use')),
    },
    { $id: 'personalToken' },
);
export type PersonalToken = Static<typeof PersonalToken>;

export const CreatedPersonalToken = Type.Object(
    { ...PersonalToken.properties, secret: Type.String({ description: 'Returned only once' }) },
    { $id: 'createdPersonalToken' },
);
export type CreatedPersonalToken = Static<typeof CreatedPersonalToken>;

export const PersonalTokens = Type.Object({ pats: Type.Array(PersonalToken) }, { $id: 'personalTokens' });

export const NewPersonalToken = Body(
    {
        description: Type.String({ minLength: 1, maxLength: 255, pattern: NOT_BLANK, description: 'Description' }),
        expiresAt: DateTime('Must be in the future'),
    },
    { $id: 'newPersonalToken' },
);
export type NewPersonalToken = Static<typeof NewPersonalToken>;

export const PersonalTokenParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) });

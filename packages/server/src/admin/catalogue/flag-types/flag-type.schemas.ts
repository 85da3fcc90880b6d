import { type Static, Type } from 'typebox';
import { Body, Nullable, Version } from '../../../http/route/schemas.ts';

export const FlagType = Type.Object(
    {
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        lifetimeDays: Nullable(
            Type.Integer({ description: 'How long flags of this type are expected to live; null: for ever' }),
        ),
    },
    { $id: 'featureType' },
);
export type FlagType = Static<typeof FlagType>;

export const FlagTypes = Type.Object({ version: Version, types: Type.Array(FlagType) }, { $id: 'featureTypes' });

/** A hundred years. */
const MAX_DAYS = 36_500;

export const Lifetime = Body(
    { lifetimeDays: Nullable(Type.Integer({ minimum: 0, maximum: MAX_DAYS, description: '0 or null: for ever' })) },
    { $id: 'featureTypeLifetime' },
);
export type Lifetime = Static<typeof Lifetime>;

export const FlagTypeParams = Type.Object({ id: Type.String() });

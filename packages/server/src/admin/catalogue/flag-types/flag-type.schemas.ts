import { type Static, Type } from 'typebox';
import { Body, Nullable, Version } from '../../../http/route/schemas.ts';

export const FlagType = Type.Object(
    {
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        lifetimeDays: Nullable(
            Type.Integer({ description: 'Expected lifetime of flags of this type in days; null: permanent' }),
        ),
    },
    { $id: 'featureType' },
);
export type FlagType = Static<typeof FlagType>;

export const FlagTypes = Type.Object({ version: Version, types: Type.Array(FlagType) }, { $id: 'featureTypes' });

/** A hundred years. */
const MAX_DAYS = 36_500;

export const Lifetime = Body(
    {
        lifetimeDays: Nullable(
            Type.Integer({
                minimum: 0,
                maximum: MAX_DAYS,
                description: 'Expected lifetime in days; 0 or null: permanent',
            }),
        ),
    },
    { $id: 'featureTypeLifetime' },
);
export type Lifetime = Static<typeof Lifetime>;

import { type Static, Type } from 'typebox';
import { WEB_ADDRESS } from '../../../core/text/patterns.ts';
import { Body, Nullable } from '../../../http/route/schemas.ts';

export const FlagLink = Type.Object(
    { id: Type.String(), url: Type.String(), title: Nullable(Type.String()) },
    { $id: 'featureLink' },
);
export type FlagLink = Static<typeof FlagLink>;

export const NewFlagLink = Body(
    {
        url: Type.String({
            maxLength: 2_000,
            pattern: WEB_ADDRESS,
            description: 'An http or https URL',
        }),
        title: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    },
    { $id: 'newFeatureLink' },
);
export type NewFlagLink = Static<typeof NewFlagLink>;

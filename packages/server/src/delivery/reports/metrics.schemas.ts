import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Dictionary } from '../../http/route/schemas.ts';

// SDK versions differ: newer versions send further members, older versions omit some; unknown members are ignored.

export const Name = Type.String({ minLength: 1, maxLength: 250 });
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A date as a string, or milliseconds since 1970. */
export const Moment = Type.Unsafe<string | number>({ type: ['string', 'number'] });

export const StringOrNull = <T extends string>(type: T) =>
    Type.Optional(Type.Unsafe<string | null>({ type: [type, 'null'], maxLength: 250 }));

// The list is limited, because up to ten thousand SDKs are held in memory until they are stored.
export const Strategies = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });

export const Registration = Type.Object(
    {
        appName: Name,
        instanceId: StringOrNull('string'),
        sdkVersion: StringOrNull('string'),
        strategies: Strategies,
        started: Moment,
        interval: Type.Number(),
    },
    { $id: 'clientRegistration' },
);
export type Registration = Static<typeof Registration>;

export const Usage = Type.Object({
    yes: Type.Optional(Count),
    no: Type.Optional(Count),
    variants: Type.Optional(Dictionary(Count, { maxProperties: 250 })),
});
export type FlagUsage = Static<typeof Usage>;

/** A list in a report of many SDKs. */
export const BulkList = <T extends TSchema>(item: T) => Type.Array(item, { maxItems: 10_000 });

/** The secrets of tokens that SDKs used at an edge. */
export const SeenTokens = BulkList(Type.String({ maxLength: 500 }));

/** The members of a report that describe the SDK; report types add others. */
export const SDK_MEMBERS = {
    appName: Name,
    instanceId: StringOrNull('string'),
    sdkVersion: StringOrNull('string'),
};
export type SdkBody = Static<TObject<typeof SDK_MEMBERS>>;

export const EdgeReport = Type.Object(
    { appName: Type.Optional(Name), identifier: Type.Optional(Name), edgeVersion: StringOrNull('string') },
    { $id: 'edgeReport', description: 'Report of an Unleash Edge about itself; unknown members are ignored' },
);

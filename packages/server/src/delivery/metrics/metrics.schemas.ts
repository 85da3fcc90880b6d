import { type Static, Type } from 'typebox';
import { Dictionary } from '../../http/route/schemas.ts';

// SDK versions differ: newer ones send more than is listed here, older ones less; unused members are ignored.

const Name = Type.String({ minLength: 1, maxLength: 250 });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A date as a string, or milliseconds since 1970. */
const Moment = Type.Unsafe<string | number>({ type: ['string', 'number'] });

const Maybe = <T extends string>(type: T) =>
    Type.Optional(Type.Unsafe<string | null>({ type: [type, 'null'], maxLength: 250 }));

// Limited, because ten thousand SDKs are kept in memory until they are stored.
const Strategies = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });

export const Registration = Type.Object(
    {
        appName: Name,
        instanceId: Maybe('string'),
        sdkVersion: Maybe('string'),
        strategies: Strategies,
        started: Moment,
        interval: Type.Number(),
    },
    { $id: 'clientRegistration' },
);
export type Registration = Static<typeof Registration>;

const FlagUsage = Type.Object({
    yes: Type.Optional(Count),
    no: Type.Optional(Count),
    variants: Type.Optional(Dictionary(Count, { maxProperties: 250 })),
});
export type FlagUsage = Static<typeof FlagUsage>;

export const Metrics = Type.Object(
    {
        appName: Name,
        instanceId: Maybe('string'),
        sdkVersion: Maybe('string'),
        bucket: Type.Optional(
            Type.Object({
                start: Moment,
                stop: Moment,
                toggles: Dictionary(FlagUsage, { maxProperties: 10_000 }),
            }),
        ),
    },
    { $id: 'clientMetrics' },
);
export type Metrics = Static<typeof Metrics>;

export const BulkMetrics = Type.Object(
    {
        applications: Type.Array(
            Type.Object({
                appName: Name,
                instanceId: Name,
                environment: Name,
                sdkVersion: Maybe('string'),
                strategies: Type.Optional(Strategies),
            }),
            { maxItems: 10_000 },
        ),
        metrics: Type.Array(
            Type.Object({
                featureName: Name,
                appName: Name,
                environment: Name,
                timestamp: Type.Optional(Moment),
                yes: Type.Optional(Count),
                no: Type.Optional(Count),
                variants: Type.Optional(Dictionary(Count, { maxProperties: 250 })),
            }),
            { maxItems: 10_000 },
        ),
    },
    { $id: 'bulkMetrics' },
);
export type BulkMetrics = Static<typeof BulkMetrics>;

export const EdgeReport = Type.Object(
    { appName: Type.Optional(Name), identifier: Type.Optional(Name), edgeVersion: Maybe('string') },
    { $id: 'edgeReport', description: 'Report of an Unleash Edge about itself; unknown members are ignored' },
);

import { type Static, Type } from 'typebox';

const emptyList = Type.Array(Type.Object({}), { maxItems: 0 });

export const Banners = Type.Object({ banners: emptyList }, { $id: 'banners' });

export const LicenceCheck = Type.Object({ isValid: Type.Boolean() }, { $id: 'licenseCheck' });

export const LicensedUsers = Type.Object(
    {
        seatCount: Type.Integer(),
        licensedUsers: Type.Object({
            current: Type.Integer(),
            history: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), count: Type.Integer() })),
        }),
    },
    { $id: 'licensedUsers' },
);

/** The query parameters are accepted and have no effect. */
export const Trends = Type.Object({
    from: Type.Optional(Type.String({ maxLength: 100 })),
    to: Type.Optional(Type.String({ maxLength: 100 })),
    projects: Type.Optional(Type.String({ maxLength: 10_000 })),
});

export const InstanceTrends = Type.Object(
    {
        userTrends: emptyList,
        flagTrends: emptyList,
        projectFlagTrends: emptyList,
        metricsSummaryTrends: emptyList,
        environmentTypeTrends: emptyList,
        lifecycleTrends: emptyList,
        creationArchiveTrends: emptyList,
    },
    { $id: 'instanceInsights' },
);
export type InstanceTrends = Static<typeof InstanceTrends>;

import { Type } from 'typebox';
import { DateTime, Version } from '../../../http/route/schemas.ts';

const Maturity = Type.String({ description: 'Stability of this format: stable' });

export const HoursBack = Type.Object({
    hoursBack: Type.Integer({
        default: 24,
        minimum: 1,
        maximum: 24 * 91,
        description: 'Period in hours; results are per hour up to 48 hours, and per day for longer periods',
    }),
});

const counts = {
    environment: Type.String(),
    timestamp: DateTime('Start of the hour or day'),
    yes: Type.Integer({ description: 'Number of evaluations for which the flag was on' }),
    no: Type.Integer({ description: 'Number of evaluations for which the flag was off' }),
};

export const FlagUsage = Type.Object(
    {
        version: Version,
        maturity: Maturity,
        featureName: Type.String(),
        lastHourUsage: Type.Array(Type.Object(counts)),
        totalUsage: Type.Array(Type.Object({ environment: counts.environment, yes: counts.yes, no: counts.no }), {
            description: 'Of all days that are kept',
        }),
        seenApplications: Type.Array(Type.String()),
    },
    { $id: 'featureUsage' },
);

export const RawFlagUsage = Type.Object(
    {
        version: Version,
        maturity: Maturity,
        data: Type.Array(
            Type.Object({
                featureName: Type.String(),
                appName: Type.String(),
                ...counts,
                variants: Type.Optional(Type.Record(Type.String(), Type.Integer())),
            }),
        ),
    },
    { $id: 'featureMetrics' },
);

export const UnknownFlags = Type.Object(
    {
        unknownFlags: Type.Array(
            Type.Object({
                name: Type.String(),
                appName: Type.String(),
                environment: Type.String(),
                seenAt: DateTime(),
                lastSeenAt: DateTime(),
            }),
        ),
    },
    { $id: 'unknownFlags' },
);

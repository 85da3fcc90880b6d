import { type Static, Type } from 'typebox';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { Constraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { Variant } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { exportedMembers } from '../../flags/flags/flag-member.schemas.ts';

export const ExportQuery = Body(
    {
        environment: Type.String({ minLength: 1, maxLength: 100 }),
        features: Type.Optional(
            Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50_000, description: 'Empty: all flags' }),
        ),
        tag: Type.Optional(Type.String({ maxLength: 200, description: 'type:value' })),
        project: Type.Optional(Type.String({ maxLength: 100 })),
        format: Type.Optional(
            Type.Enum(['halyard', 'unleash'], {
                description:
                    'unleash: the import of Unleash accepts the export; it contains segments by name only [halyard]',
            }),
        ),
        downloadFile: Type.Optional(Type.Boolean({ description: 'Send the response as a file download' })),
    },
    { $id: 'exportQuery', description: 'One of features, tag and project selects the flags' },
);
export type ExportQuery = Static<typeof ExportQuery>;

export const ExportedData = Type.Object(
    {
        features: Type.Array(
            Type.Object({
                name: Type.String(),
                ...exportedMembers,
                project: Type.String(),
                stale: Type.Boolean(),
                archived: Type.Boolean(),
            }),
        ),
        featureStrategies: Type.Array(Type.Object({ ...FeatureStrategy.properties, featureName: Type.String() })),
        featureEnvironments: Type.Array(
            Type.Object({
                name: Type.String(),
                featureName: Type.String(),
                environment: Type.String(),
                enabled: Type.Boolean(),
                variants: Type.Array(Variant),
            }),
        ),
        contextFields: Type.Array(
            Type.Object({
                name: Type.String(),
                description: Nullable(Type.String()),
                stickiness: Type.Boolean(),
                sortOrder: Type.Integer(),
                legalValues: Type.Array(
                    Type.Object({ value: Type.String(), description: Type.Optional(Nullable(Type.String())) }),
                ),
            }),
        ),
        featureTags: Type.Array(
            Type.Object({ featureName: Type.String(), tagType: Type.String(), tagValue: Type.String() }),
        ),
        segments: Type.Array(
            Type.Object({
                id: Type.Integer(),
                name: Type.String(),
                constraints: Type.Optional(Type.Array(Constraint)),
            }),
        ),
        tagTypes: Type.Array(
            Type.Object({
                name: Type.String(),
                description: Nullable(Type.String()),
                icon: Nullable(Type.String()),
                color: Nullable(Type.String()),
            }),
        ),
        dependencies: Type.Array(
            Type.Object({
                feature: Type.String(),
                dependencies: Type.Array(
                    Type.Object({
                        feature: Type.String(),
                        enabled: Type.Boolean(),
                        variants: Type.Optional(Type.Array(Type.String())),
                    }),
                ),
            }),
        ),
        links: Type.Array(
            Type.Object({
                feature: Type.String(),
                links: Type.Array(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
            }),
        ),
    },
    { $id: 'exportedData' },
);
export type ExportedData = Static<typeof ExportedData>;

import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { NewConstraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { NewContextField } from '../../catalogue/context-fields/context-field.schemas.ts';
import { NewSegment } from '../../catalogue/segments/segment.schemas.ts';
import { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { NewVariant } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { NewTagType } from '../../catalogue/tag-types/tag-type.schemas.ts';
import { NewTag } from '../../catalogue/tags/tag.schemas.ts';
import { NewFlagLink } from '../../flags/flag-links/flag-link.schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';
import { importedMembers } from '../../flags/flags/flag-member.schemas.ts';

/** Several times the number of objects of a large instance. */
const MAX_ITEMS = 50_000;

const many = <T extends TSchema>(schema: T) => Type.Array(schema, { maxItems: MAX_ITEMS });
const text = (maxLength: number) => Type.String({ maxLength });
const ignored = (...names: string[]): TProperties => Object.fromEntries(names.map((name) => [name, Ignored()]));

const ImportedFlag = Body(
    {
        name: FlagName,
        ...importedMembers,
        stale: Type.Optional(Type.Boolean()),
        createdAt: Type.Optional(
            Nullable(DateTime('Creation time of a new flag. Only administrators can set it; others create flags now')),
        ),
        ...ignored('archived', 'project', 'enabled', 'favorite', 'owner', 'archivedAt', 'lastSeenAt'),
        ...ignored('environments', 'variants', 'strategies', 'tags', 'children', 'lifecycle', 'dependencies'),
    },
    { $id: 'importedFeature' },
);

const ImportedStrategy = Body(
    {
        ...NewStrategy.properties,
        featureName: FlagName,
        ...ignored('strategyName', 'projectId', 'environment', 'milestoneId'),
    },
    { $id: 'importedFeatureStrategy' },
);

const ImportedFlagEnvironment = Body(
    {
        name: Type.String({ maxLength: 100, description: 'Name of the flag, if featureName is missing' }),
        featureName: Type.Optional(FlagName),
        enabled: Type.Boolean(),
        variants: Type.Optional(Type.Array(NewVariant, { maxItems: 1_000 })),
        ...ignored('environment', 'type', 'sortOrder', 'variantCount', 'strategies', 'lastSeenAt'),
        ...ignored('hasStrategies', 'hasEnabledStrategies', 'yes', 'no'),
    },
    { $id: 'importedFeatureEnvironment' },
);

const ImportedContextField = Body(
    {
        name: NewContextField.properties.name,
        description: Type.Optional(Nullable(text(1_000))),
        stickiness: Type.Optional(Type.Boolean()),
        sortOrder: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
        legalValues: Type.Optional(
            Type.Array(
                Body({
                    value: Type.String({ minLength: 1, maxLength: 100 }),
                    description: Type.Optional(Nullable(text(1_000))),
                }),
                { maxItems: 5_000 },
            ),
        ),
        ...ignored('createdAt', 'usedInFeatures', 'usedInProjects', 'project'),
    },
    { $id: 'importedContextField' },
);

const Dependency = Body({
    feature: FlagName,
    enabled: Type.Optional(Type.Boolean()),
    variants: Type.Optional(Type.Array(text(100), { maxItems: 1_000 })),
});

const data = Body(
    {
        features: many(ImportedFlag),
        featureStrategies: many(ImportedStrategy),
        featureEnvironments: Type.Optional(many(ImportedFlagEnvironment)),
        contextFields: Type.Optional(many(ImportedContextField)),
        featureTags: Type.Optional(
            many(
                Body({
                    featureName: FlagName,
                    tagType: Type.Optional(text(50)),
                    tagValue: NewTag.properties.value,
                    ...ignored('type', 'value'),
                }),
            ),
        ),
        tagTypes: Type.Optional(many(Body(NewTagType.properties))),
        segments: Type.Optional(
            many(
                Body({
                    id: Type.Integer(),
                    name: NewSegment.properties.name,
                    constraints: Type.Optional(Type.Array(NewConstraint, { maxItems: 1_000 })),
                    ...ignored('description', 'project', 'createdBy', 'createdAt', 'usedInFeatures', 'usedInProjects'),
                }),
            ),
        ),
        dependencies: Type.Optional(
            many(
                Body({
                    feature: FlagName,
                    dependencies: Type.Array(Dependency, { maxItems: 100 }),
                    ...ignored('project'),
                }),
            ),
        ),
        links: Type.Optional(
            many(
                Body({
                    feature: FlagName,
                    links: Type.Array(Body({ ...NewFlagLink.properties, ...ignored('id') }), { maxItems: 100 }),
                }),
            ),
        ),
    },
    { $id: 'importData' },
);

export const Import = Body(
    {
        project: Type.String({ minLength: 1, maxLength: 100 }),
        environment: Type.String({ minLength: 1, maxLength: 100 }),
        data,
    },
    { $id: 'import' },
);
export type Import = Static<typeof Import>;
export type ImportData = Import['data'];

const Findings = Type.Array(
    Type.Object({ message: Type.String(), affectedItems: Type.Array(Type.String()) }, { $id: 'importFinding' }),
);

export const ImportReport = Type.Object(
    {
        errors: Findings,
        warnings: Findings,
        permissions: Findings,
    },
    { $id: 'importReport' },
);
export type ImportReport = Static<typeof ImportReport>;

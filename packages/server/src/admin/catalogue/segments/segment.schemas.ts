import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { Constraint, NewConstraint } from '../constraints/constraint.schemas.ts';

/** A named list of constraints that strategies share. */
export const Segment = Type.Object(
    {
        id: Type.Integer(),
        name: Type.String(),
        description: Nullable(Type.String()),
        project: Nullable(Type.String({ description: 'The project that may use the segment; null: all projects' })),
        constraints: Type.Array(Constraint),
        createdBy: Type.String(),
        createdAt: DateTime(),
        usedInFeatures: Type.Optional(Type.Integer({ description: 'Number of flags whose strategies use it' })),
        usedInProjects: Type.Optional(Type.Integer()),
    },
    { $id: 'segment' },
);
export type Segment = Static<typeof Segment>;

export const Segments = Type.Object({ segments: Type.Array(Segment) }, { $id: 'segments' });

const name = Type.String({ minLength: 1, maxLength: 255, pattern: NOT_BLANK });

export const NewSegment = Body(
    {
        name,
        description: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
        project: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
        constraints: Type.Array(NewConstraint, { maxItems: 1_000 }),
        id: Ignored(),
        createdBy: Ignored(),
        createdAt: Ignored(),
        usedInFeatures: Ignored(),
        usedInProjects: Ignored(),
    },
    { $id: 'newSegment' },
);
export type NewSegment = Static<typeof NewSegment>;

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** In a proposal, a new segment may have an id, so that later steps can refer to it. */
export const ProposedSegment = Body(
    {
        ...NewSegment.properties,
        id: Type.Optional(
            Type.Integer({
                ...id,
                description: 'Id of the new segment; must not be in use. For example, the id of a deleted segment',
            }),
        ),
    },
    { $id: 'proposedSegment' },
);
export type ProposedSegment = Static<typeof ProposedSegment>;

export const ProposedSegmentUpdate = Body(
    { ...NewSegment.properties, id, snapshot: Ignored() },
    { $id: 'proposedSegmentUpdate' },
);

export const ProposedSegmentRemoval = Body(
    { id, name: Ignored(), snapshot: Ignored() },
    { $id: 'proposedSegmentRemoval' },
);

export const SegmentName = Body({ name }, { $id: 'segmentName' });

export const SegmentParams = Type.Object({ id });

export const StrategyUses = Type.Array(
    Type.Object({
        id: Type.String(),
        projectId: Type.String(),
        featureName: Type.String(),
        strategyName: Type.String(),
        environment: Type.String(),
    }),
    { $id: 'strategyUses' },
);

export const SegmentStrategies = Type.Object(
    {
        strategies: StrategyUses,
        changeRequestStrategies: Type.Array(
            Type.Object({
                projectId: Type.String(),
                featureName: Type.String(),
                environment: Type.String(),
                strategyName: Type.String(),
                id: Type.Optional(Type.String({ description: 'Id of an existing strategy' })),
                changeRequest: Type.Object({ id: Type.Integer(), title: Nullable(Type.String()) }),
            }),
            { description: 'Strategies that would use it after open change requests are applied' },
        ),
    },
    { $id: 'segmentStrategies' },
);

export const StrategySegments = Body(
    {
        projectId: Type.String({ maxLength: 100 }),
        strategyId: Type.String({ maxLength: 100 }),
        environmentId: Type.String({ maxLength: 100 }),
        segmentIds: Type.Array(id, { maxItems: 1_000 }),
    },
    { $id: 'strategySegments' },
);
export type StrategySegments = Static<typeof StrategySegments>;

import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { Milestone } from '../../flags/release-plans/release-plan.schemas.ts';

export const MAX_MILESTONES = 100;

const name = Type.String({ minLength: 1, maxLength: 250, pattern: NOT_BLANK });
const description = Type.Optional(Nullable(Type.String({ maxLength: 5_000 })));
const sortOrder = Type.Integer({ minimum: 0, maximum: 1_000_000 });

export const NewTransitionCondition = Body(
    {
        type: Type.Optional(Nullable(Type.Enum(['time', 'exposure'], { description: 'Default: time' }))),
        intervalMinutes: Type.Optional(
            Nullable(
                Type.Integer({
                    minimum: 1,
                    maximum: 52_560_000,
                    description: 'Minutes since the start of the milestone; required for the type time',
                }),
            ),
        ),
        minimumExposures: Type.Optional(
            Nullable(
                Type.Integer({
                    minimum: 1,
                    maximum: 1_000_000_000_000_000,
                    description: 'Number of evaluations for which the flag was on; required for the type exposure',
                }),
            ),
        ),
        since: Type.Optional(
            Nullable(
                Type.Enum(['creation', 'milestone'], {
                    description:
                        'The evaluations that count: all of the flag in the environment, which is the default, or those since the milestone started',
                }),
            ),
        ),
        whenHarmExcluded: Type.Optional(
            Nullable(
                Type.Boolean({
                    description:
                        'The interval ends early when all comparisons of the plan exclude harm in this milestone; default: false',
                }),
            ),
        ),
    },
    {
        $id: 'newReleasePlanTransitionCondition',
        description: 'If both numbers are given, both must be reached.',
    },
);
export type NewTransitionCondition = Static<typeof NewTransitionCondition>;

/** The name of the strategy type may be in the deprecated member `strategyName`. */
export const NewMilestoneStrategy = Body(
    {
        ...NewStrategy.properties,
        name: Type.Optional(NewStrategy.properties.name),
        strategyName: Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'Same as `name`', deprecated: true }),
        ),
        milestoneId: Ignored(),
    },
    { $id: 'newReleasePlanMilestoneStrategy' },
);
export type NewMilestoneStrategy = Static<typeof NewMilestoneStrategy>;

const readOnlyOfMilestone = {
    id: Ignored(),
    releasePlanDefinitionId: Ignored(),
    startedAt: Ignored(),
    pausedAt: Ignored(),
    progressionExecutedAt: Ignored(),
};

const strategies = Type.Optional(Nullable(Type.Array(NewMilestoneStrategy, { maxItems: 100 })));

export const NewTemplateMilestone = Body(
    {
        name,
        sortOrder,
        strategies,
        transitionCondition: Type.Optional(Type.Union([NewTransitionCondition, Type.Null()])),
        ...readOnlyOfMilestone,
    },
    { $id: 'newReleaseTemplateMilestone' },
);
export type NewTemplateMilestone = Static<typeof NewTemplateMilestone>;

/** Without a condition, which is set with the template as a whole. */
export const SingleMilestone = Body(
    { name, sortOrder, strategies, ...readOnlyOfMilestone },
    { $id: 'newSingleReleaseTemplateMilestone' },
);
export type SingleMilestone = Static<typeof SingleMilestone>;

export const NewReleaseTemplate = Body(
    {
        name,
        description,
        milestones: Type.Optional(
            Nullable(
                Type.Array(NewTemplateMilestone, { maxItems: MAX_MILESTONES, description: 'At least one is required' }),
            ),
        ),
        id: Ignored(),
        discriminator: Ignored(),
        project: Ignored(),
        createdByUserId: Ignored(),
        createdAt: Ignored(),
        archivedAt: Ignored(),
    },
    { $id: 'newReleasePlanTemplate' },
);
export type NewReleaseTemplate = Static<typeof NewReleaseTemplate>;

export const ReleaseTemplate = Type.Object(
    {
        id: Type.String(),
        discriminator: Type.Literal('template'),
        name: Type.String(),
        description: Nullable(Type.String()),
        project: Nullable(Type.String({ description: 'Null: for all projects' })),
        createdByUserId: Type.Integer(),
        createdAt: DateTime(),
        archivedAt: Nullable(DateTime()),
        milestones: Type.Optional(Type.Array(Milestone, { description: 'Not in lists' })),
    },
    { $id: 'releasePlanTemplate' },
);
export type ReleaseTemplate = Static<typeof ReleaseTemplate>;

export const ReleaseTemplates = Type.Array(ReleaseTemplate, { $id: 'releasePlanTemplates' });

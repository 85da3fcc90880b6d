import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { ListedSafeguard } from '../safeguards/safeguard.schemas.ts';

export const MilestoneStrategy = Type.Object(
    {
        ...FeatureStrategy.properties,
        milestoneId: Type.String(),
        strategyName: Type.String({ description: 'Same as `name`', deprecated: true }),
    },
    { $id: 'releasePlanMilestoneStrategy' },
);
export type MilestoneStrategy = Static<typeof MilestoneStrategy>;

export const TransitionCondition = Type.Object(
    {
        type: Type.Optional(Type.Enum(['time', 'exposure'], { description: 'Default: time' })),
        intervalMinutes: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Minutes since the start of the milestone' }),
        ),
        minimumExposures: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Number of evaluations for which the flag was on' }),
        ),
        since: Type.Optional(
            Type.Enum(['creation', 'milestone'], {
                description:
                    'The evaluations that count: all of the flag in the environment, which is the default, or those since the milestone started',
            }),
        ),
        whenHarmExcluded: Type.Optional(
            Type.Boolean({
                description: 'The interval ends early when all comparisons of the plan exclude harm in this milestone',
            }),
        ),
    },
    {
        $id: 'releasePlanTransitionCondition',
        description: 'When the next milestone starts. If both numbers are given, both must be reached.',
    },
);
export type TransitionCondition = Static<typeof TransitionCondition>;

export const Milestone = Type.Object(
    {
        id: Type.String(),
        name: Type.String(),
        sortOrder: Type.Integer(),
        releasePlanDefinitionId: Type.String({ description: 'The plan or the template' }),
        startedAt: Type.Optional(Nullable(DateTime())),
        pausedAt: Type.Optional(Nullable(DateTime('Since when automatic progression is paused'))),
        progressionExecutedAt: Type.Optional(Nullable(DateTime('When the next milestone was started automatically'))),
        transitionCondition: Type.Optional(Type.Union([TransitionCondition, Type.Null()])),
        strategies: Type.Optional(Type.Array(MilestoneStrategy)),
    },
    { $id: 'releasePlanMilestone' },
);
export type Milestone = Static<typeof Milestone>;

export const ReleasePlan = Type.Object(
    {
        id: Type.String(),
        discriminator: Type.Literal('plan'),
        name: Type.String(),
        description: Nullable(Type.String()),
        featureName: Type.String(),
        environment: Type.String(),
        createdByUserId: Type.Integer(),
        createdAt: DateTime(),
        activeMilestoneId: Nullable(Type.String()),
        milestones: Type.Array(Milestone),
        releasePlanTemplateId: Type.String(),
        safeguards: Type.Array(ListedSafeguard),
        warnings: Type.Optional(
            Type.Array(Type.String(), {
                description: 'Why the plan does not do what it seems to do. Missing: no reason',
            }),
        ),
    },
    { $id: 'releasePlan', description: 'A copy of a release template on a flag in one environment' },
);
export type ReleasePlan = Static<typeof ReleasePlan>;

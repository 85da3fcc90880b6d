import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, Ignored } from '../../../http/route/schemas.ts';
import { StrategyUpdate } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { ReleasePlan, TransitionCondition } from '../../flags/release-plans/release-plan.schemas.ts';
import { NewPlanSafeguard } from '../../flags/safeguards/safeguard.schemas.ts';
import { MAX_MILESTONES, NewTemplateMilestone, NewTransitionCondition } from '../templates/template.schemas.ts';

const id = Type.String({ minLength: 1, maxLength: 100 });

export const NewReleasePlan = Body(
    {
        templateId: Type.Optional(id),
        name: Type.Optional(
            Type.String({
                minLength: 1,
                maxLength: 250,
                pattern: NOT_BLANK,
                description: 'Of a plan without a template',
            }),
        ),
        milestones: Type.Optional(
            Type.Array(NewTemplateMilestone, {
                minItems: 1,
                maxItems: MAX_MILESTONES,
                description: 'Of a plan without a template',
            }),
        ),
        gradually: Type.Optional(
            Body(
                {
                    percentages: Type.Optional(
                        Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
                            minItems: 1,
                            maxItems: MAX_MILESTONES,
                            description: 'Growing shares of the users, up to 100. Default: 1, 10, 50, 100',
                        }),
                    ),
                    intervalMinutes: Type.Optional(
                        Type.Integer({
                            minimum: 0,
                            maximum: 5_256_000,
                            description: 'Between two milestones; 0: a user starts each. Default: a day',
                        }),
                    ),
                    stickiness: Type.Optional(
                        Type.String({ minLength: 1, maxLength: 100, description: 'Default: that of the project' }),
                    ),
                },
                { description: 'A plan for growing shares of the users, without a template' },
            ),
        ),
        safeguards: Type.Optional(
            Type.Array(NewPlanSafeguard, {
                maxItems: 10,
                description: 'What stops the plan from its first milestone on. Requires UPDATE_FEATURE_STRATEGY',
            }),
        ),
        snapshot: Ignored(),
    },
    {
        $id: 'newReleasePlan',
        description:
            'A copy of a template, growing shares of the users, or a plan of its own with a name and milestones',
    },
);
export type NewReleasePlan = Static<typeof NewReleasePlan>;

export const ReleasePlans = Type.Array(ReleasePlan, { $id: 'releasePlans', description: 'At most one' });

/** Replaces the configuration of a strategy of a milestone. The strategy type does not change. */
const { name: _, id: __, ...strategyMembers } = StrategyUpdate.properties;

export const MilestoneStrategyUpdate = Body(
    {
        ...strategyMembers,
        id: Ignored(),
        name: Ignored(),
        strategyName: Ignored(),
        milestoneId: Ignored(),
        snapshot: Ignored(),
    },
    { $id: 'releasePlanMilestoneStrategyUpdate' },
);
export type MilestoneStrategyUpdate = Static<typeof MilestoneStrategyUpdate>;

export const ProgressionUpdate = Body(
    {
        targetMilestone: id,
        transitionCondition: NewTransitionCondition,
        sourceMilestone: Ignored(),
        snapshot: Ignored(),
    },
    { $id: 'releasePlanProgressionUpdate' },
);
export type ProgressionUpdate = Static<typeof ProgressionUpdate>;

export const Progression = Type.Object(
    { sourceMilestone: Type.String(), targetMilestone: Type.String(), transitionCondition: TransitionCondition },
    { $id: 'releasePlanProgression' },
);
export type Progression = Static<typeof Progression>;

/** In proposals, the id of the object is part of the payload. */
export const PlanReference = Body({ planId: id, snapshot: Ignored() }, { $id: 'releasePlanReference' });

export const MilestoneReference = Body(
    { planId: id, milestoneId: id, snapshot: Ignored() },
    { $id: 'releasePlanMilestoneReference' },
);

export const ProposedMilestoneStrategyUpdate = Body(
    { ...MilestoneStrategyUpdate.properties, id },
    { $id: 'proposedMilestoneStrategyUpdate' },
);

export const ProposedProgression = Body(
    { ...ProgressionUpdate.properties, sourceMilestone: id },
    { $id: 'proposedProgression' },
);

export const ProgressionReference = Body(
    { sourceMilestone: id, snapshot: Ignored() },
    { $id: 'releasePlanProgressionReference' },
);

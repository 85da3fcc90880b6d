import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { TransitionCondition } from '../../flags/release-plans/release-plan.schemas.ts';

export const ReleasesQuery = Type.Object({
    project: Type.Optional(Type.String({ maxLength: 100, description: 'Only the flags of this project' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
});

const RunningMilestone = Type.Object({
    id: Type.String(),
    name: Type.String(),
    sortOrder: Type.Integer(),
    startedAt: Nullable(DateTime()),
    pausedAt: Nullable(DateTime('Since when automatic progression is paused')),
    transitionCondition: Type.Union([TransitionCondition, Type.Null()]),
});

export const Release = Type.Object(
    {
        project: Type.String(),
        featureName: Type.String(),
        environment: Type.String(),
        environmentType: Type.String(),
        enabled: Type.Boolean({ description: 'Whether the flag is on in the environment' }),
        plan: Type.Object({
            id: Type.String(),
            name: Type.String(),
            activeMilestoneId: Nullable(Type.String({ description: 'Null: no milestone was started yet' })),
            milestones: Type.Array(RunningMilestone),
        }),
        next: Nullable(
            Type.Object(
                {
                    dueAt: DateTime(),
                    reason: Type.Optional(Type.String({ description: 'Why it is held; missing if it is not' })),
                },
                { description: 'The next automatic step; null if none has a time' },
            ),
        ),
    },
    { $id: 'runningRelease' },
);
export type Release = Static<typeof Release>;

export const Releases = Type.Object(
    { releases: Type.Array(Release), total: Type.Integer({ minimum: 0 }) },
    { $id: 'runningReleases' },
);
export type Releases = Static<typeof Releases>;

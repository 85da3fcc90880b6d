import { type Static, Type } from 'typebox';
import { Body, DateTime } from '../../../http/route/schemas.ts';

const Stage = Type.Enum(['initial', 'pre-live', 'live', 'completed', 'archived'], {
    description:
        'initial: created. pre-live: evaluated by SDKs. live: on in production and evaluated by SDKs there. completed: the outcome is decided. archived',
});

const Status = Type.Enum(['kept', 'discarded'], { description: 'Outcome of the feature' });

export const ReachedStage = Type.Object(
    {
        stage: Stage,
        status: Type.Optional(Status),
        enteredStageAt: DateTime(),
    },
    { $id: 'featureLifecycleStage' },
);
export type ReachedStage = Static<typeof ReachedStage>;

export const ReachedStages = Type.Array(ReachedStage, {
    $id: 'featureLifecycle',
    description: 'In the order of evaluation',
});

export const Completion = Body(
    {
        status: Status,
        statusValue: Type.Optional(
            Type.String({
                maxLength: 500,
                description: 'Details of the outcome, e.g. the name of the variant that was kept',
            }),
        ),
    },
    { $id: 'featureLifecycleCompletion' },
);
export type Completion = Static<typeof Completion>;

const count = Type.Integer({ minimum: 0 });

export const StageCounts = Type.Object(
    { initial: count, preLive: count, live: count, completed: count, archived: count },
    { $id: 'featureLifecycleCount', description: 'Number of flags in each stage' },
);

import { type Static, Type } from 'typebox';
import { Body, DateTime } from '../../../http/route/schemas.ts';

const Stage = Type.Enum(['initial', 'pre-live', 'live', 'completed', 'archived'], {
    description:
        'initial: created. pre-live: SDKs ask for it. live: SDKs ask for it in production, where it is on. completed: decided. archived',
});

const Status = Type.Enum(['kept', 'discarded'], { description: 'What became of the feature behind the flag' });

export const ReachedStage = Type.Object(
    {
        stage: Stage,
        status: Type.Optional(Status),
        enteredStageAt: DateTime(),
    },
    { $id: 'featureLifecycleStage' },
);
export type ReachedStage = Static<typeof ReachedStage>;

export const ReachedStages = Type.Array(ReachedStage, { $id: 'featureLifecycle', description: 'In their order' });

export const Completion = Body(
    {
        status: Status,
        statusValue: Type.Optional(
            Type.String({ maxLength: 500, description: 'Which part was kept, e.g. the name of a variant' }),
        ),
    },
    { $id: 'featureLifecycleCompletion' },
);
export type Completion = Static<typeof Completion>;

const count = Type.Integer({ minimum: 0 });

export const StageCounts = Type.Object(
    { initial: count, preLive: count, live: count, completed: count, archived: count },
    { $id: 'featureLifecycleCount', description: 'How many flags are in each stage' },
);

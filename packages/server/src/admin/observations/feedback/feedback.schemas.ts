import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';

export const Feedback = Type.Object(
    {
        userId: Type.Integer(),
        feedbackId: Type.String(),
        neverShow: Type.Boolean(),
        given: Nullable(DateTime('Time of the answer')),
    },
    { $id: 'feedback' },
);
export type Feedback = Static<typeof Feedback>;

const feedbackId = Type.String({ minLength: 1, maxLength: 100 });
const answer = {
    neverShow: Type.Optional(Type.Boolean({ description: 'Whether the question is not shown again. Default: false' })),
};

export const NewFeedback = Body({ feedbackId, ...answer }, { $id: 'newFeedback' });

export const FeedbackUpdate = Body(
    {
        ...answer,
        given: Type.Optional(Nullable(DateTime('Time of the answer. Default: now'))),
        userId: Ignored(),
        feedbackId: Ignored(),
    },
    { $id: 'feedbackUpdate' },
);

export const FeedbackParams = Type.Object({ id: feedbackId });

export const Splash = Type.Object(
    { userId: Type.Integer(), splashId: Type.String(), seen: Type.Boolean() },
    { $id: 'splash' },
);
export type Splash = Static<typeof Splash>;

import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { requireUserId } from '../../../identity/accounts/users/require-user-id.ts';
import { Feedback, FeedbackParams, FeedbackUpdate, NewFeedback, Splash } from './feedback.schemas.ts';
import { recordFeedback, recordSplash } from './record-feedback.ts';

const route = routeWithTag('Users');

/** State that user interfaces store for the calling user. It is stored as observations, without events. */
export const feedbackRoutes = ({ recordObservation, clock }: Services): Route[] => [
    route('POST /api/admin/feedback', {
        operationId: 'provideFeedback',
        summary: 'Record your answer to a feedback question',
        access: 'authenticated',
        body: NewFeedback,
        leavesNoEvent: true,
        responds: { status: 200, body: Feedback },
        handler: ({ actor, body: { feedbackId, neverShow = false } }) =>
            recordFeedback(recordObservation, {
                userId: requireUserId(actor),
                feedbackId,
                neverShow,
                given: clock().toISOString(),
            }),
    }),
    route('PUT /api/admin/feedback/:id', {
        operationId: 'updateFeedback',
        summary: 'Update your answer to a feedback question',
        access: 'authenticated',
        params: FeedbackParams,
        body: FeedbackUpdate,
        leavesNoEvent: true,
        responds: { status: 200, body: Feedback },
        errors: [],
        handler: ({ actor, params, body: { neverShow = false, given } }) =>
            recordFeedback(recordObservation, {
                userId: requireUserId(actor),
                feedbackId: params.id,
                neverShow,
                given: (given ? new Date(given) : clock()).toISOString(),
            }),
    }),
    route('POST /api/admin/splash/:id', {
        operationId: 'updateSplashSettings',
        summary: 'Mark an announcement as seen',
        access: 'authenticated',
        params: FeedbackParams,
        leavesNoEvent: true,
        responds: { status: 200, body: Splash },
        errors: [],
        handler: ({ actor, params }) => recordSplash(recordObservation, requireUserId(actor), params.id),
    }),
];

import { api, ProposedResponse } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import { inZone } from '../../../components/time/zoned.ts';
import { REQUEST, type RequestAt, type RequestState } from './change-request.queries.ts';

const INVALIDATED = ['change-requests', 'flags', 'search', 'segments'] as const;

type StateChange = Schemas['changeRequestStateUpdate'];

const STATE_MESSAGES: Record<RequestState, string> = {
    Draft: 'is a draft again',
    'In review': 'is in review',
    Approved: 'is approved',
    Scheduled: 'is scheduled',
    Applied: 'is applied and live',
    Cancelled: 'is cancelled',
    Rejected: 'is rejected',
};

/** Moves a request to another state, and then to the `next` one unless approvals are still missing. */
export function useMoveRequest(at: RequestAt) {
    const move = (body: StateChange) => api.PUT(`${REQUEST}/state`, { path: at, body });
    return useChange(
        async ({ next, ...body }: StateChange & { next?: StateChange | undefined }) => {
            const request = await move(body);
            return next && request.state === body.state ? move(next) : request;
        },
        {
            successMessage: (body, { title, state, schedule, needed }) =>
                body.state === 'Approved' && state === 'In review'
                    ? `You approved “${title}”. ${needed?.missing.join(' ') ?? ''}`
                    : state === 'Scheduled' && schedule
                      ? `“${title}” is applied ${inZone(schedule.timeZone, schedule.scheduledAt)}`
                      : `“${title}” ${STATE_MESSAGES[state]}`,
            invalidates: INVALIDATED,
        },
    );
}

export function useComment(at: RequestAt) {
    return useChange((text: string) => api.POST(`${REQUEST}/comments`, { path: at, body: { text } }), {
        invalidates: ['change-requests'],
    });
}

export function useSetTitle(at: RequestAt) {
    return useChange((title: string) => api.PUT(`${REQUEST}/title`, { path: at, body: { title } }), {
        invalidates: ['change-requests'],
        isDirect: true,
    });
}

export function useSetReviewers(at: RequestAt) {
    return useChange((reviewers: number[]) => api.PUT(`${REQUEST}/approvers`, { path: at, body: { reviewers } }), {
        invalidates: ['change-requests'],
        isDirect: true,
    });
}

export function useDiscardRequest() {
    return useChange(({ at }: { at: RequestAt; title: string }) => api.DELETE(REQUEST, { path: at }), {
        successMessage: ({ title }) => `“${title}” discarded`,
        invalidates: INVALIDATED,
    });
}

type Change = Schemas['proposedChange'];

const proposalOf =
    (environment: string) =>
    ({ projectId }: RequestAt, body: Change) =>
        api.POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests', {
            path: { projectId, environment },
            body,
        });

/** Removes a change from a request. Undo appends it at the end. */
export function useDiscardChange(at: RequestAt, environment: string) {
    return useChange(
        ({ changeId }: { changeId: number; change: Change }) =>
            api.DELETE(`${REQUEST}/changes/{changeId}`, { path: { ...at, changeId } }),
        {
            successMessage: () => 'Removed from the request',
            invalidates: INVALIDATED,
            isDirect: true,
            undo: ({ change }) => ({ run: () => proposalOf(environment)(at, change), successMessage: 'Restored' }),
        },
    );
}

/** Replaces the content of a change. Existing approvals become void, because they refer to the old content. */
export function useEditChange(at: RequestAt) {
    return useChange(
        ({ changeId, change }: { changeId: number; change: Change }) =>
            api.PUT(`${REQUEST}/changes/{changeId}`, { path: { ...at, changeId }, body: change }),
        { successMessage: () => 'Changed in the request', invalidates: INVALIDATED },
    );
}

interface Steps {
    project: string;
    environment: string;
    /** The rehearsed steps. */
    changes: readonly { feature?: string | null; action: string; payload?: unknown }[];
}

const toChanges = ({ changes }: Steps) =>
    changes.map(({ feature, action, payload }) => ({
        action,
        ...(feature && { feature }),
        ...(payload !== undefined && { payload }),
    }));

/** Proposes changes in the request of the write mode. */
export function useProposeChanges() {
    return useChange(
        (steps: Steps, client) =>
            client
                .POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests', {
                    path: { projectId: steps.project, environment: steps.environment },
                    body: toChanges(steps),
                })
                .then((draft) => {
                    throw new ProposedResponse(draft);
                }),
        { invalidates: INVALIDATED },
    );
}

/** Applies changes without the required approvals, in an emergency. */
export function useBreakGlass() {
    return useChange(
        ({ reason, ...steps }: Steps & { reason: string }) =>
            api.POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests/break-glass', {
                path: { projectId: steps.project, environment: steps.environment },
                body: { changes: toChanges(steps), reason },
            }),
        {
            successMessage: (_steps, { title }) => `“${title}” is applied and live. Approvers review it now.`,
            invalidates: INVALIDATED,
        },
    );
}

interface Scheduled extends Steps {
    title: string;
    scheduledAt: string;
    timeZone: string;
}

/** Schedules a change where no approval is required. */
export function useScheduleChange() {
    return useChange(
        ({ scheduledAt, timeZone, title, ...steps }: Scheduled) =>
            api.POST('/api/admin/projects/{projectId}/environments/{environment}/schedules', {
                path: { projectId: steps.project, environment: steps.environment },
                body: { scheduledAt, timeZone, title, changes: toChanges(steps) },
            }),
        {
            successMessage: ({ scheduledAt, timeZone }) => `Scheduled for ${inZone(timeZone, scheduledAt)}`,
            invalidates: INVALIDATED,
        },
    );
}

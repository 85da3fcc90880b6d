import { useQueries, useQuery } from '@tanstack/react-query';
import { answer, api, Proposed } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';
import { inZone } from '../../components/zoned.ts';
import { titleOf } from './change-words.ts';
import { changeCount } from './requested-changes.ts';

type Schemas = components['schemas'];

export type ChangeRequest = Schemas['changeRequest'];
export type ListedChangeRequest = Schemas['listedChangeRequest'];
export type RequestState = ChangeRequest['state'];
export type Reviewer = Schemas['changeRequestReviewer'];

/** Where a request is found. */
export interface RequestAt {
    projectId: string;
    id: number;
}

const key = ['change-requests'] as const;
const REQUESTS = '/api/admin/projects/{projectId}/change-requests';
const REQUEST = `${REQUESTS}/{id}` as const;

export const requestKey = ({ projectId, id }: RequestAt) => [...key, projectId, 'request', id] as const;

const requestQuery = (at: RequestAt) => ({
    queryKey: requestKey(at),
    queryFn: () => answer(api.GET(REQUEST, { params: { path: at } })),
});

export const useRequest = (at: RequestAt) => useQuery(requestQuery(at));

/** How many changes some requests have together, as far as that is known. */
export function useChangeCount(requests: readonly { project: string; id: number }[]): number {
    return useQueries({
        queries: requests.map(({ project: projectId, id }) => requestQuery({ projectId, id })),
        combine: (found) => found.reduce((sum, { data }) => sum + (data ? changeCount(data) : 0), 0),
    });
}

/** What waits for the signed-in user, and what they have proposed themselves and is still open. */
export function useInbox() {
    return useQuery({
        queryKey: [...key, 'inbox'],
        queryFn: () => answer(api.GET('/api/admin/change-requests/inbox')),
    });
}

/** The newest requests of a project. */
export function useProjectRequests(projectId: string) {
    return useQuery({
        queryKey: [...key, projectId, 'all'],
        queryFn: () => answer(api.GET(REQUESTS, { params: { path: { projectId } } })),
    });
}

/** The caller's open request in an environment, which further changes join. */
export function useOpenRequest({ project: projectId, environment }: { project: string; environment: string }) {
    const { data } = useQuery({
        enabled: projectId !== '' && environment !== '',
        queryKey: [...key, projectId, 'pending'],
        queryFn: () => answer(api.GET(`${REQUESTS}/pending`, { params: { path: { projectId } } })),
    });
    return data?.find(
        (request) => request.environment === environment && request.kind === 'request' && request.state !== 'Scheduled',
    );
}

/** The open requests of everyone that touch a flag. */
export function useRequestsOfFlag(projectId: string, featureName: string) {
    return useQuery({
        queryKey: [...key, projectId, 'of-flag', featureName],
        queryFn: () =>
            answer(api.GET(`${REQUESTS}/pending/{featureName}`, { params: { path: { projectId, featureName } } })),
    });
}

export function useReviewers({ projectId, environment }: { projectId: string; environment: string }) {
    return useQuery({
        queryKey: [...key, projectId, 'reviewers', environment],
        queryFn: () =>
            answer(
                api.GET(`${REQUESTS}/available-reviewers/{environment}`, {
                    params: { path: { projectId, environment } },
                }),
            ),
        select: ({ reviewers }) => reviewers,
        staleTime: 60_000,
    });
}

/** Who was asked to look at a request. */
export function useRequestedReviewers(at: RequestAt) {
    return useQuery({
        queryKey: [...requestKey(at), 'approvers'],
        queryFn: () => answer(api.GET(`${REQUEST}/approvers`, { params: { path: at } })),
        select: ({ reviewers }) => reviewers,
    });
}

const REFRESHED = ['change-requests', 'flags', 'search', 'segments'] as const;

type Move = Schemas['changeRequestStateUpdate'];

const MOVED: Record<RequestState, string> = {
    Draft: 'is a draft again',
    'In review': 'is in review',
    Approved: 'is approved',
    Scheduled: 'is scheduled',
    Applied: 'is applied: what it changes is live',
    Cancelled: 'is cancelled',
    Rejected: 'is rejected',
};

export function useMoveRequest(at: RequestAt) {
    return useChange((body: Move) => answer(api.PUT(`${REQUEST}/state`, { params: { path: at }, body })), {
        says: (body, { title, state, schedule, needed }) =>
            body.state === 'Approved' && state === 'In review'
                ? `You approved “${title}”. ${needed?.missing.join(' ') ?? ''}`
                : state === 'Scheduled' && schedule
                  ? `“${title}” is applied ${inZone(schedule.timeZone, schedule.scheduledAt)} (${schedule.timeZone})`
                  : `“${title}” ${MOVED[state]}`,
        refreshes: REFRESHED,
    });
}

export function useComment(at: RequestAt) {
    return useChange(
        (text: string) => answer(api.POST(`${REQUEST}/comments`, { params: { path: at }, body: { text } })),
        { refreshes: ['change-requests'] },
    );
}

export function useSetTitle(at: RequestAt) {
    return useChange(
        (title: string) => answer(api.PUT(`${REQUEST}/title`, { params: { path: at }, body: { title } })),
        { refreshes: ['change-requests'], isDirect: true },
    );
}

export function useSetReviewers(at: RequestAt) {
    return useChange(
        (reviewers: number[]) => answer(api.PUT(`${REQUEST}/approvers`, { params: { path: at }, body: { reviewers } })),
        { refreshes: ['change-requests'], isDirect: true },
    );
}

export function useDiscardRequest() {
    return useChange(
        ({ at }: { at: RequestAt; title: string }) => answer(api.DELETE(REQUEST, { params: { path: at } })),
        { says: ({ title }) => `“${title}” discarded`, refreshes: REFRESHED },
    );
}

type Change = Schemas['proposedChange'];

const proposalOf =
    (environment: string) =>
    ({ projectId }: RequestAt, body: Change) =>
        answer(
            api.POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests', {
                params: { path: { projectId, environment } },
                body,
            }),
        );

/** Takes one change out of a request; it can be put back at its end. */
export function useDiscardChange(at: RequestAt, environment: string) {
    return useChange(
        ({ changeId }: { changeId: number; change: Change }) =>
            answer(api.DELETE(`${REQUEST}/changes/{changeId}`, { params: { path: { ...at, changeId } } })),
        {
            says: () => 'Taken out of the request',
            refreshes: REFRESHED,
            isDirect: true,
            undo: ({ change }) => ({ run: () => proposalOf(environment)(at, change), says: 'Put back' }),
        },
    );
}

/** Another content for one change. Approvals given so far were of the old one. */
export function useEditChange(at: RequestAt) {
    return useChange(
        ({ changeId, change }: { changeId: number; change: Change }) =>
            answer(api.PUT(`${REQUEST}/changes/{changeId}`, { params: { path: { ...at, changeId } }, body: change })),
        { says: () => 'Changed in the request', refreshes: REFRESHED },
    );
}

interface Steps {
    project: string;
    environment: string;
    /** As they were rehearsed. */
    changes: readonly { feature?: string | null; action: string; payload?: unknown }[];
}

const toChanges = ({ changes }: Steps) =>
    changes.map(({ feature, action, payload }) => ({
        action,
        ...(feature && { feature }),
        ...(payload !== undefined && { payload }),
    }));

/** Puts changes into one's draft, where others have to agree. */
export function useProposeChanges() {
    return useChange(
        (steps: Steps) =>
            answer(
                api.POST('/api/admin/projects/{projectId}/environments/{environment}/change-requests', {
                    params: { path: { projectId: steps.project, environment: steps.environment } },
                    body: toChanges(steps),
                }),
            ).then((draft) => {
                throw new Proposed(draft);
            }),
        { refreshes: REFRESHED },
    );
}

interface Scheduled extends Steps {
    scheduledAt: string;
    timeZone: string;
}

/** Makes a change at a time to come, where no approval is needed. */
export function useScheduleChange() {
    return useChange(
        ({ scheduledAt, timeZone, ...steps }: Scheduled) =>
            answer(
                api.POST('/api/admin/projects/{projectId}/environments/{environment}/schedules', {
                    params: { path: { projectId: steps.project, environment: steps.environment } },
                    body: { scheduledAt, timeZone, title: titleOf(steps.changes), changes: toChanges(steps) },
                }),
            ),
        {
            says: ({ scheduledAt, timeZone }) => `Scheduled for ${inZone(timeZone, scheduledAt)} (${timeZone})`,
            refreshes: REFRESHED,
        },
    );
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';

export type SignalEndpoint = Schemas['signalEndpoint'];
export type SignalRule = Schemas['signalRule'];
export type SignalFilter = SignalRule['filters'][number];
export type Signal = Schemas['signal'];
export type SignalToken = SignalEndpoint['tokens'][number];
export type NewSignalEndpoint = Schemas['newSignalEndpoint'];

const ENDPOINTS = '/api/admin/projects/{projectId}/signal-endpoints';
const ENDPOINT = `${ENDPOINTS}/{endpointId}` as const;

/** Signals arrive without an action of the reader. */
const REFRESH_MS = 10_000;

export function useSignalEndpoints(projectId: string, isEnabled: boolean) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['signals', projectId],
        queryFn: () => api.GET(ENDPOINTS, { path: { projectId } }),
        select: ({ signalEndpoints }) => signalEndpoints,
    });
}

/** The newest signals that an endpoint received, with what they did. */
export function useReceivedSignals(projectId: string, endpointId: number) {
    return useQuery({
        queryKey: ['signals', projectId, endpointId, 'received'],
        queryFn: () => api.GET(`${ENDPOINT}/signals`, { path: { projectId, endpointId }, query: { limit: 100 } }),
        select: ({ signalEndpointSignals }) => signalEndpointSignals,
        refetchInterval: REFRESH_MS,
    });
}

/** Creates an endpoint, or replaces the one with this id. */
export function useSaveSignalEndpoint(projectId: string, endpointId: number | undefined) {
    return useChange(
        (body: NewSignalEndpoint, client) =>
            endpointId === undefined
                ? client.POST(ENDPOINTS, { path: { projectId }, body })
                : client.PUT(ENDPOINT, { path: { projectId, endpointId }, body }),
        {
            successMessage: ({ name }) => `Signal endpoint ${name} ${endpointId === undefined ? 'created' : 'saved'}`,
            invalidates: ['signals'],
        },
    );
}

export function useDeleteSignalEndpoint(projectId: string) {
    return useChange(
        ({ id: endpointId }: SignalEndpoint, client) => client.DELETE(ENDPOINT, { path: { projectId, endpointId } }),
        { successMessage: ({ name }) => `Signal endpoint ${name} deleted`, invalidates: ['signals'] },
    );
}

/** The URL is in the response only. */
export function useCreateSignalToken(projectId: string, endpointId: number) {
    return useChange(
        (body: { name: string }, client) =>
            client.POST(`${ENDPOINT}/tokens`, { path: { projectId, endpointId }, body }),
        { invalidates: ['signals'] },
    );
}

export function useDeleteSignalToken(projectId: string, endpointId: number) {
    return useChange(
        ({ id: tokenId }: SignalToken, client) =>
            client.DELETE(`${ENDPOINT}/tokens/{tokenId}`, { path: { projectId, endpointId, tokenId } }),
        { successMessage: ({ name }) => `URL ${name} deleted`, invalidates: ['signals'] },
    );
}

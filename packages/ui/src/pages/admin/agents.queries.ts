import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type AgentsSettings = Schemas['agentsSettings'];

export function useAgentsSettings() {
    return useQuery({ queryKey: ['agents'], queryFn: () => api.GET('/api/admin/agents') });
}

export function useSetAgents() {
    return useChange((body: AgentsSettings) => api.PUT('/api/admin/agents', { body }), {
        successMessage: () => 'Agent permissions saved',
        invalidates: ['agents'],
    });
}

import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';

type Schemas = components['schemas'];

export type AgentsSettings = Schemas['agentsSettings'];

export function useAgentsSettings() {
    return useQuery({ queryKey: ['agents'], queryFn: () => responseBody(api.GET('/api/admin/agents')) });
}

export function useSetAgents() {
    return useChange((body: AgentsSettings) => responseBody(api.PUT('/api/admin/agents', { body })), {
        successMessage: () => 'Agent permissions saved',
        invalidates: ['agents'],
    });
}

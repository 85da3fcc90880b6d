import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type Persona = Schemas['persona'];
type NewPersona = Schemas['newPersona'];

const PERSONAS = '/api/admin/projects/{projectId}/personas';

const ofProject = (projectId: string) => ({
    queryKey: ['personas', projectId] as const,
    queryFn: () => api.GET(PERSONAS, { path: { projectId } }),
});

export function usePersonas(projectId: string) {
    return useQuery({ ...ofProject(projectId), select: ({ personas }) => personas });
}

/** The personas of several projects, as far as they are loaded. */
export function usePersonasOf(projectIds: readonly string[]): Persona[] {
    return useQueries({
        queries: projectIds.map(ofProject),
        combine: (answers) => answers.flatMap(({ data }) => data?.personas ?? []),
    });
}

export function useSavePersona(projectId: string) {
    return useChange(
        async ({ id: personaId, ...body }: NewPersona & { id?: number | undefined }) => {
            if (personaId === undefined) await api.POST(PERSONAS, { path: { projectId }, body });
            else await api.PUT(`${PERSONAS}/{personaId}`, { path: { projectId, personaId }, body });
        },
        {
            successMessage: ({ id, name }) => `Persona ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: ['personas'],
        },
    );
}

export function useDeletePersona(projectId: string) {
    return useChange(
        ({ id: personaId }: Persona) => api.DELETE(`${PERSONAS}/{personaId}`, { path: { projectId, personaId } }),
        { successMessage: ({ name }) => `Persona ${name} deleted`, invalidates: ['personas'] },
    );
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import type { Experiment } from '../experiment.queries.ts';

export type DataSource = Schemas['dataSource'];
export type DataSourceUpdate = Schemas['dataSourceUpdate'];
export type ListedDataSource = Schemas['dataSources']['dataSources'][number];

const EXPERIMENTS = '/api/admin/projects/{projectId}/experiments';
const SOURCES = `${EXPERIMENTS}/data-sources` as const;
const SOURCE = `${SOURCES}/{name}` as const;

/** The databases that experiments of a project can query. */
export function useDataSources(projectId: string) {
    return useQuery({
        queryKey: ['experiments', projectId, 'data-sources'],
        queryFn: () => api.GET(SOURCES, { path: { projectId } }),
        select: ({ dataSources }) => dataSources,
    });
}

/** A data source with its connection and queries, for users who may change it. */
export function useDataSource(projectId: string, name: string | undefined) {
    return useQuery({
        enabled: name !== undefined,
        queryKey: ['experiments', projectId, 'data-sources', name],
        queryFn: () => api.GET(SOURCE, { path: { projectId, name: name! } }),
    });
}

export function useSaveDataSource(projectId: string) {
    return useChange(
        ({ name, ...body }: DataSourceUpdate & { name: string }, client) =>
            client.PUT(SOURCE, { path: { projectId, name }, body }),
        { successMessage: ({ name }) => `Data source ${name} saved`, invalidates: ['experiments'] },
    );
}

export function useDeleteDataSource(projectId: string) {
    return useChange(({ name }: { name: string }, client) => client.DELETE(SOURCE, { path: { projectId, name } }), {
        successMessage: ({ name }) => `Data source ${name} deleted`,
        invalidates: ['experiments'],
    });
}

/** Runs both queries of a data source without reading rows. */
export function useCheckDataSource(projectId: string) {
    return useChange(
        ({ name }: { name: string }, client) => client.POST(`${SOURCE}/check`, { path: { projectId, name } }),
        { leavesNoEvent: true },
    );
}

/** The SQL of a draft. A query although it is sent with POST, because it changes nothing. */
export function useSourceQuery(experiment: Experiment, isEnabled: boolean) {
    const { project: projectId, id } = experiment;
    return useQuery({
        enabled: isEnabled,
        queryKey: ['experiments', projectId, id, 'source-query'],
        queryFn: () => api.POST(`${EXPERIMENTS}/source-query`, { path: { projectId }, body: experiment }),
    });
}

/** Lets the data source be queried soon. */
export function useRefreshResults({ project: projectId, id }: Experiment) {
    return useChange(
        (_input: object, client) => client.POST(`${EXPERIMENTS}/{id}/results/refresh`, { path: { projectId, id } }),
        {
            successMessage: () => 'The data source will be queried within a minute',
            invalidates: ['experiments'],
            leavesNoEvent: true,
            isDirect: true,
        },
    );
}

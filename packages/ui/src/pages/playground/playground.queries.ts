import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import type { AsOf } from '../../components/time/moment.ts';
import { sdkContext } from '../context-fields/context.ts';

export type PlaygroundResults = Schemas['advancedPlaygroundAnswer'];
export type PlaygroundEntry = Schemas['playgroundEntry'];

export interface PlaygroundQuery {
    environments: string[];
    /** Empty for all projects. */
    projects: string[];
    context: Record<string, string>;
    /** Undefined for now. */
    asOf?: AsOf;
}

const EMPTY_QUERY: PlaygroundQuery = { environments: [], projects: [], context: {} };

/** Evaluates flags. A query although it is sent with POST, because it changes nothing. */
export function usePlayground(query: PlaygroundQuery | undefined) {
    return useQuery({
        queryKey: ['playground', query],
        queryFn: () => {
            const { environments, projects, context, asOf } = query ?? EMPTY_QUERY;
            return api.POST('/api/admin/playground/advanced', {
                body: {
                    environments,
                    projects: projects.length > 0 ? projects : '*',
                    context: { appName: 'playground', ...sdkContext(context) },
                    ...(asOf && { asOf }),
                },
            });
        },
        enabled: query !== undefined,
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
    });
}

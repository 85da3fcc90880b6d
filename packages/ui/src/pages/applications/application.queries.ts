import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = 'applications';

interface PollingOptions {
    /** The polling interval in milliseconds; false disables polling. */
    every?: number | false;
    isWanted?: boolean;
}

export function useApplications({ every = 15_000, isWanted = true }: PollingOptions = {}) {
    return useQuery({
        enabled: isWanted,
        queryKey: [key],
        queryFn: () =>
            responseBody(api.GET('/api/admin/metrics/applications', { params: { query: { limit: '1000' } } })),
        refetchInterval: every,
    });
}

export function useApplication(appName: string) {
    return useQuery({
        queryKey: [key, appName],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/metrics/applications/{appName}/overview', { params: { path: { appName } } }),
            ),
    });
}

/** The flags that an application evaluates, including missing ones, with their environments. */
export function useUsedFlags(appName: string) {
    return useQuery({
        queryKey: [key, appName, 'flags'],
        queryFn: () =>
            responseBody(api.GET('/api/admin/metrics/applications/{appName}', { params: { path: { appName } } })),
        select: ({ seenToggles }) => seenToggles,
    });
}

/** The outdated SDK versions with the minimum versions. */
export function useOutdatedSdks() {
    return useQuery({
        queryKey: [key, 'outdated-sdks'],
        queryFn: () => responseBody(api.GET('/api/admin/metrics/sdks/outdated')),
        select: ({ sdks }) => new Map(sdks.map(({ sdkVersion, minimumVersion }) => [sdkVersion, minimumVersion])),
        staleTime: 60_000,
    });
}

export function useInstances(appName: string, environment: string) {
    return useQuery({
        queryKey: [key, appName, environment],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/metrics/instances/{appName}/environment/{environment}', {
                    params: { path: { appName, environment } },
                }),
            ),
        select: ({ instances }) => instances,
    });
}

export function useUnknownFlags() {
    return useQuery({
        queryKey: [key, 'unknown'],
        queryFn: () => responseBody(api.GET('/api/admin/metrics/unknown-flags')),
        select: ({ unknownFlags }) => unknownFlags,
    });
}

export function useForgetApplication() {
    return useChange(
        (appName: string) =>
            responseBody(api.DELETE('/api/admin/metrics/applications/{appName}', { params: { path: { appName } } })),
        { says: (appName) => `${appName} deleted; it reappears when it reports again`, refreshes: [key] },
    );
}

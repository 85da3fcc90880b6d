import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { environmentOrder } from './environment-order.ts';

const key = 'applications';
const LISTED_HOURS = 24;

export const useEnvironmentOrder = () => environmentOrder(useEnvironments().data ?? []);

export type UsedFlag = Schemas['applicationDetails']['seenToggles'][number];

interface PollingOptions {
    /** The polling interval in milliseconds; false disables polling. */
    every?: number | false;
    isEnabled?: boolean;
}

export function useApplications({ every = 15_000, isEnabled = true }: PollingOptions = {}) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [key],
        queryFn: () => api.GET('/api/admin/metrics/applications', { query: { limit: '1000' } }),
        refetchInterval: every,
    });
}

export function useApplication(appName: string) {
    return useQuery({
        queryKey: [key, appName],
        queryFn: () => api.GET('/api/admin/metrics/applications/{appName}/overview', { path: { appName } }),
    });
}

/** The evaluations of all applications per hour of the last day. */
export function useUsageOfApplications() {
    return useQuery({
        queryKey: [key, 'usage'],
        queryFn: () => api.GET('/api/admin/metrics/application-usage', { query: { hoursBack: LISTED_HOURS } }),
        select: ({ applications }) => new Map(applications.map(({ appName, evaluations }) => [appName, evaluations])),
        staleTime: 60_000,
    });
}

/** The evaluations of an application per hour or day and environment. */
export function useApplicationUsage(appName: string, hoursBack: number) {
    return useQuery({
        queryKey: [key, appName, 'usage', hoursBack],
        queryFn: () =>
            api.GET('/api/admin/metrics/applications/{appName}/usage', { path: { appName }, query: { hoursBack } }),
        placeholderData: keepPreviousData,
    });
}

/** The flags that an application evaluates, including missing ones, with their environments. */
export function useUsedFlags(appName: string) {
    return useQuery({
        queryKey: [key, appName, 'flags'],
        queryFn: () => api.GET('/api/admin/metrics/applications/{appName}', { path: { appName } }),
        select: ({ seenToggles }) => seenToggles,
    });
}

/** The outdated SDK versions with the minimum versions. */
export function useOutdatedSdks() {
    return useQuery({
        queryKey: [key, 'outdated-sdks'],
        queryFn: () => api.GET('/api/admin/metrics/sdks/outdated'),
        select: ({ sdks }) => new Map(sdks.map(({ sdkVersion, minimumVersion }) => [sdkVersion, minimumVersion])),
        staleTime: 60_000,
    });
}

export function useInstances(appName: string, environment: string) {
    return useQuery({
        queryKey: [key, appName, environment],
        queryFn: () =>
            api.GET('/api/admin/metrics/instances/{appName}/environment/{environment}', {
                path: { appName, environment },
            }),
        select: ({ instances }) => instances,
    });
}

export function useUnknownFlags() {
    return useQuery({
        queryKey: [key, 'unknown'],
        queryFn: () => api.GET('/api/admin/metrics/unknown-flags'),
        select: ({ unknownFlags }) => unknownFlags,
    });
}

export function useForgetApplication() {
    return useChange(
        (appName: string) => api.DELETE('/api/admin/metrics/applications/{appName}', { path: { appName } }),
        { successMessage: (appName) => `${appName} deleted; it reappears when it reports again`, invalidates: [key] },
    );
}

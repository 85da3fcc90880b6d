import type { EnvironmentStatus } from './backstage.routes.ts';
import type { EdgeEnvironments } from './state/edge-environments.ts';
import type { Subscriptions } from './upstream/subscriptions.ts';

/** The synchronization state of all followed scopes. */
export const statusOf = (
    statuses: ReturnType<Subscriptions['statuses']>,
    environments: EdgeEnvironments,
): EnvironmentStatus[] =>
    statuses.map(({ scope, status }): EnvironmentStatus => {
        const { environment, projects } = scope;
        const content = environments.get(environment).contentOf(scope);
        const isFresh = status?.lastResponseAt !== undefined && status.awaySince === undefined;
        const since = isFresh ? status.lastResponseAt : (status?.lastResponseAt ?? status?.awaySince);
        return {
            environment,
            projects,
            state: content === undefined ? 'missing' : isFresh ? 'fresh' : 'stale',
            mode: status?.mode,
            since: since?.toISOString(),
            problem: status?.problem,
            flags: content?.flags.size ?? 0,
        };
    });

/** The time since the last contact with upstream; 0 while there is contact, and for environments without flags. */
export const staleSecondsOf = ({ state, since }: EnvironmentStatus, now: Date): number =>
    state === 'stale' && since !== undefined ? (now.getTime() - Date.parse(since)) / 1000 : 0;

/** The features that SDKs with access to all projects get, by environment, as JSON. */
export function featuresByEnvironment(environments: EdgeEnvironments): string {
    const parts = Array.from(environments.all(), ({ name, snapshots }) => {
        const { flags, segments } = snapshots.of(name);
        const features = Array.from(flags.values(), ({ json }) => json).join(',');
        return `${JSON.stringify(name)}:{"version":2,"features":[${features}],"segments":[${[...segments.values()].join(',')}]}`;
    });
    return `{${parts.join(',')}}`;
}

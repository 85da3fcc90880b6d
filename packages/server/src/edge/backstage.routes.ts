import { Type } from 'typebox';
import { type Route, routeWithTag } from '../http/route/route.ts';
import type { Draining } from '../http/server/draining.ts';
import type { ServingConfig } from './config/edge-config.ts';

/** The synchronization state of one environment. */
export interface EnvironmentStatus {
    environment: string;
    projects: readonly string[];
    /** `fresh`: in sync with upstream. `stale`: as of the last contact with upstream. `missing`: not loaded yet. */
    state: 'fresh' | 'stale' | 'missing';
    mode?: 'streaming' | 'polling' | 'file' | undefined;
    /** The start of this state. */
    since?: string | undefined;
    problem?: string | undefined;
    flags: number;
}

type EdgeReadiness = 'READY' | 'NOT_READY' | 'DRAINING';

export const readinessOf = ({ draining }: { draining: Draining }, isServing: boolean): EdgeReadiness =>
    draining.hasStarted() ? 'DRAINING' : isServing ? 'READY' : 'NOT_READY';

/** Data for operators of an edge. */
export interface Backstage {
    readiness(): EdgeReadiness;
    environments(): EnvironmentStatus[];
    /** The definitions for all projects, by environment, as JSON. */
    features(): string;
    /** The known tokens, without their secrets. */
    tokens(): object;
    pendingReports(): object;
    instance(): object;
    /** The metrics in the Prometheus format. */
    metrics(): Promise<string>;
}

const route = routeWithTag('Backstage');
const AnyValue = Type.Unknown();
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Endpoints for operators and their tools, with the paths of Unleash Edge. None of them requires credentials, so only `health`, `ready` and
 * `metrics` are served by default. The operator can enable the others.
 */
export function backstageRoutes(backstage: Backstage, config: ServingConfig): Route[] {
    const endpoint = (name: string, summary: string, read: () => unknown) =>
        route(`GET /internal-backstage/${name}`, {
            operationId: `backstage${name[0]!.toUpperCase()}${name.slice(1)}`,
            summary,
            access: 'public',
            responds: { status: 200, body: AnyValue, contentType: 'application/json' },
            handler: (_request, reply) => {
                reply.header('content-type', JSON_TYPE);
                const content = read();
                return typeof content === 'string' ? content : JSON.stringify(content);
            },
        });
    return [
        endpoint('health', 'Whether the edge is alive', () => ({ status: 'OK' })),
        route('GET /internal-backstage/ready', {
            operationId: 'backstageReady',
            summary: 'Whether the edge has the flags of its tokens; which environments are stale, and since when',
            access: 'public',
            responds: { status: 200, body: AnyValue, contentType: 'application/json', also: [503] },
            handler: (_request, reply) => {
                reply.header('content-type', JSON_TYPE);
                const status = backstage.readiness();
                if (status !== 'READY') reply.status(503);
                // Project names are left out: this endpoint is public.
                const environments = backstage.environments().map(({ projects: _, ...environment }) => environment);
                return JSON.stringify({ status, environments });
            },
        }),
        ...(config.disableMetrics
            ? []
            : [
                  route('GET /internal-backstage/metrics', {
                      operationId: 'backstageMetrics',
                      summary: 'Metrics in the Prometheus format',
                      access: 'public',
                      responds: { status: 200, body: AnyValue, contentType: 'text/plain' },
                      handler: async (_request, reply) => {
                          reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
                          return backstage.metrics();
                      },
                  }),
              ]),
        ...(config.disableMetricsBatch
            ? []
            : [
                  endpoint(
                      'metricsbatch',
                      'SDK reports that were not forwarded to upstream yet',
                      backstage.pendingReports,
                  ),
              ]),
        ...(config.disableFeatures ? [] : [endpoint('features', 'All flags, by environment', backstage.features)]),
        ...(config.disableTokens ? [] : [endpoint('tokens', 'Known tokens, without their secrets', backstage.tokens)]),
        ...(config.disableInstanceData ? [] : [endpoint('instancedata', 'Data about this edge', backstage.instance)]),
    ];
}

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Route } from './route.ts';

export interface HttpMetrics {
    onAnswer(answer: { route: Route | undefined; status: number; seconds: number }): void;
    serve(server: FastifyInstance, basePath: string): void;
}

/** Measures the requests, and serves what was measured to Prometheus. */
export function createHttpMetrics(): HttpMetrics {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const durations = new Histogram({
        name: 'http_request_duration_milliseconds',
        help: 'Time from request to answer',
        // Route patterns and declared statuses: as many series as there are routes, whatever callers send.
        labelNames: ['path', 'method', 'status'],
        buckets: [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000],
        registers: [registry],
    });
    return {
        onAnswer: ({ route, status, seconds }) =>
            durations.observe(
                { path: route?.path ?? 'unknown', method: route?.method ?? 'unknown', status },
                seconds * 1000,
            ),
        serve: (server, basePath) => {
            server.get(`${basePath}/internal-backstage/prometheus`, async (_request, reply) => {
                void reply.type(registry.contentType);
                return registry.metrics();
            });
        },
    };
}

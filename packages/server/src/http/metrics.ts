import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Route } from './route.ts';

export interface HttpMetrics {
    onAnswer(answer: { route: Route | undefined; status: number; seconds: number }): void;
    serve(server: FastifyInstance, basePath: string): void;
    /** What was measured, in the text format of Prometheus. */
    text(): Promise<string>;
}

const NAME = 'http_request_duration_milliseconds';
const BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

/** Measures the requests, and serves what was measured, by others too, to Prometheus. */
export function createHttpMetrics(others: readonly (() => Promise<string>)[] = []): HttpMetrics {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const durations = new Durations();
    const text = async () => {
        const texts = await Promise.all(others.map((other) => other()));
        return [await registry.metrics(), durations.text(), ...texts].join('\n');
    };
    return {
        text,
        onAnswer: ({ route, status, seconds }) => durations.observe(route, status, seconds * 1000),
        serve: (server, basePath) => {
            server.get(`${basePath}/internal-backstage/prometheus`, async (_request, reply) => {
                void reply.type(registry.contentType);
                return text();
            });
        },
    };
}

interface Series {
    counts: number[];
    count: number;
    sum: number;
}

/**
 * A histogram by route and status: as many series as there are routes, whatever callers send. Of our own, because finding
 * a series by its labels would cost more than answering an SDK that has everything already.
 */
class Durations {
    readonly #byRoute = new Map<Route | undefined, Map<number, Series>>();

    observe(route: Route | undefined, status: number, milliseconds: number): void {
        let byStatus = this.#byRoute.get(route);
        if (byStatus === undefined) {
            byStatus = new Map();
            this.#byRoute.set(route, byStatus);
        }
        let series = byStatus.get(status);
        if (series === undefined) {
            series = { counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
            byStatus.set(status, series);
        }
        series.count++;
        series.sum += milliseconds;
        let bucket = 0;
        while (bucket < BUCKETS.length && milliseconds > BUCKETS[bucket]!) bucket++;
        if (bucket < BUCKETS.length) series.counts[bucket]!++;
    }

    /** In the text format of Prometheus, where each bucket contains those before it. */
    text(): string {
        const lines = [`# HELP ${NAME} Time from request to answer`, `# TYPE ${NAME} histogram`];
        for (const [route, byStatus] of this.#byRoute) {
            for (const [status, { counts, count, sum }] of byStatus) {
                const labels = `path="${route?.path ?? 'unknown'}",method="${route?.method ?? 'unknown'}",status="${status}"`;
                let total = 0;
                for (const [index, limit] of BUCKETS.entries()) {
                    total += counts[index]!;
                    lines.push(`${NAME}_bucket{le="${limit}",${labels}} ${total}`);
                }
                lines.push(`${NAME}_bucket{le="+Inf",${labels}} ${count}`);
                lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`);
            }
        }
        return `${lines.join('\n')}\n`;
    }
}

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Route } from './route.ts';

export interface HttpMetrics {
    onAnswer(answer: { route: Route | undefined; status: number; seconds: number }): void;
    /** What another process of this node measured at these routes, by their `operationId`. */
    add(durations: readonly MeasuredDuration[], routes: ReadonlyMap<string, Route>): void;
    serve(server: FastifyInstance, basePath: string): void;
    /** What was measured, in the text format of Prometheus. */
    text(): Promise<string>;
}

const NAME = 'http_request_duration_milliseconds';
const BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

/** How long requests to one route took that were answered with one status. */
export interface MeasuredDuration {
    /** The `operationId` of the route. */
    operation: string | undefined;
    status: number;
    series: Series;
}

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
        add: (measured, routes) => durations.add(measured, routes),
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
export class Durations {
    #byRoute = new Map<Route | undefined, Map<number, Series>>();

    observe(route: Route | undefined, status: number, milliseconds: number): void {
        const series = this.#seriesOf(route, status);
        series.count++;
        series.sum += milliseconds;
        let bucket = 0;
        while (bucket < BUCKETS.length && milliseconds > BUCKETS[bucket]!) bucket++;
        if (bucket < BUCKETS.length) series.counts[bucket]!++;
    }

    /** What was measured since the last call. */
    take(): MeasuredDuration[] {
        const taken = [...this.#byRoute].flatMap(([route, byStatus]) =>
            [...byStatus].map(([status, series]) => ({ operation: route?.operationId, status, series })),
        );
        this.#byRoute = new Map();
        return taken;
    }

    add(durations: readonly MeasuredDuration[], routes: ReadonlyMap<string, Route>): void {
        for (const { operation, status, series } of durations) {
            const sum = this.#seriesOf(routes.get(operation ?? ''), status);
            sum.count += series.count;
            sum.sum += series.sum;
            for (const [bucket, count] of series.counts.entries()) sum.counts[bucket]! += count;
        }
    }

    #seriesOf(route: Route | undefined, status: number): Series {
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
        return series;
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

import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { Histogram } from '../../telemetry/histogram.ts';
import { counter, type Metric, type MetricSource, metricsText } from '../../telemetry/metric.ts';
import type { WebPage } from '../pipeline/web-page.ts';
import { isOfAdministration, type Route } from '../route/route.ts';

/** A sent response; `hasToken`: from a tool rather than a browser. */
export interface ObservedResponse {
    route: Route | undefined;
    status: number;
    seconds: number;
    hasToken: boolean;
}

export interface HttpMetrics {
    onResponse(response: ObservedResponse): void;
    page: WebPage;
    /** The metrics in the text format of Prometheus. */
    text(): Promise<string>;
}

/**
 * Measures requests and serves all metrics to Prometheus. Sources that fail, for example during a database outage, are left out
 * and counted: the other metrics are needed most in that situation.
 */
export function createHttpMetrics(sources: readonly MetricSource[] = []): HttpMetrics {
    let ofProcess: Promise<Registry> | undefined;
    const durations = new Durations();
    const origins = new Origins();
    let failures = 0;
    const collect = async (source: MetricSource): Promise<readonly Metric[]> => {
        try {
            return await source();
        } catch {
            failures++;
            return [];
        }
    };
    const text = async () => {
        const others = await Promise.all(sources.map(collect));
        const own = counter(
            'halyard_metrics_failures_total',
            'Groups of metrics that were left out of a scrape because reading them failed',
            failures,
        );
        const all = [...durations.metrics(), ...origins.metrics(), ...others.flat(), own];
        ofProcess ??= processMetrics();
        return `${await (await ofProcess).metrics()}\n${metricsText(all)}`;
    };
    return {
        text,
        onResponse: (response) => {
            durations.observe(response.route, response.status, response.seconds * 1000);
            origins.count(response);
        },
        page: {
            path: '/internal-backstage/prometheus',
            serve: async ({ reply }) => {
                reply.header('content-type', CONTENT_TYPE);
                return text();
            },
        },
    };
}

/** The content type of the Prometheus text format. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Metrics of the Node process, the only ones from prom-client. The others are counters in memory and are only formatted here, because
 * its counters cost more (see `Durations`). Loaded on first use, because loading takes a twentieth of the start time.
 */
async function processMetrics(): Promise<Registry> {
    const { collectDefaultMetrics, Registry } = (await import('prom-client')).default;
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    // Before the first samples, the library would report a wrong event loop delay.
    await delay(3 * SAMPLED_EVERY_MS);
    return registry;
}

/** The sampling interval of the event loop. */
const SAMPLED_EVERY_MS = 10;

const BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];
const REGISTER = '/api/client/register';
const UNKNOWN = { path: 'unknown', method: 'unknown' };

/**
 * A histogram by route and status: the number of series depends only on the routes, not on the requests. Our own
 * implementation, because prom-client looks up a series by its labels: 2.3 µs per request instead of 0.12 µs.
 */
class Durations {
    readonly #byRoute = new Map<Route | undefined, Map<number, Histogram>>();

    observe(route: Route | undefined, status: number, milliseconds: number): void {
        this.#seriesOf(route, status).observe(milliseconds);
    }

    #seriesOf(route: Route | undefined, status: number): Histogram {
        let byStatus = this.#byRoute.get(route);
        if (byStatus === undefined) {
            byStatus = new Map();
            this.#byRoute.set(route, byStatus);
        }
        let series = byStatus.get(status);
        if (series === undefined) {
            series = new Histogram(BUCKETS);
            byStatus.set(status, series);
        }
        return series;
    }

    metrics(): Metric[] {
        const all = [...this.#byRoute];
        const ofSdks = all.filter(([route]) => route !== undefined && isForSdks(route));
        const durations = (name: string, help: string, routes: typeof all): Metric => ({
            name,
            help,
            type: 'histogram',
            samples: routes.flatMap(([{ path, method } = UNKNOWN, byStatus]) =>
                [...byStatus].flatMap(([status, series]) => series.samples({ path, method, status: String(status) })),
            ),
        });
        const registrations = all.flatMap(([route, byStatus]) =>
            route?.path === REGISTER
                ? [...byStatus].filter(([status]) => status < 300).map(([, { count }]) => count)
                : [],
        );
        return [
            durations('http_request_duration_milliseconds', 'Time from request to response', all),
            durations(
                'http_sdk_request_duration_milliseconds',
                'Time from request to response, for requests of SDKs',
                ofSdks,
            ),
            counter(
                'client_registration_total',
                'Registrations of SDKs',
                registrations.reduce((sum, count) => sum + count, 0),
            ),
        ];
    }
}

const isForSdks = ({ access }: Route) => access === 'client' || access === 'frontend' || access === 'sdk';

/** Counts requests of the admin API by users and by tools. */
class Origins {
    readonly #counts = { UI: new Map<string, number>(), API: new Map<string, number>() };

    count({ route, hasToken }: ObservedResponse): void {
        if (!route || !isOfAdministration(route.path)) return;
        const counts = this.#counts[hasToken ? 'API' : 'UI'];
        counts.set(route.method, (counts.get(route.method) ?? 0) + 1);
    }

    metrics(): Metric[] {
        const samples = Object.entries(this.#counts).flatMap(([type, methods]) =>
            [...methods].map(([method, value]) => ({ labels: { type, method }, value })),
        );
        return [
            counter(
                'request_origin_counter',
                'Requests to the admin API, from pages (UI) and with tokens (API)',
                samples,
            ),
        ];
    }
}

import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { readableSeries } from '../readable-series/readable-series.ts';
import type { TimeGrid } from '../series-queries/windows.ts';
import { evaluate } from './evaluate.ts';
import { labelNamesOf, labelValuesOf, listLabelSets, namesOf } from './label-queries.ts';
import {
    InstantQuery,
    InstantQueryForm,
    LabelParams,
    MetadataQuery,
    PrometheusAnswer,
    RangeQuery,
    RangeQueryForm,
    Selection,
    SelectionForm,
} from './prometheus.schemas.ts';
import { parsePromql } from './promql/parse-promql.ts';
import { instantAnswer, rangeAnswer } from './query-answer.ts';
import { readGrid, readTime } from './query-times.ts';

const route = routeWithTag('Prometheus');

const DEFAULT_RANGE_SECONDS = 6 * 3_600;

/** The version whose API Grafana finds here: the first with selectors for the names of labels. */
const COMPATIBLE_VERSION = '2.24.0';

const ERROR_TYPES: Record<number, string> = { 400: 'bad_data', 404: 'not_found', 503: 'unavailable' };

const COMMON = {
    access: 'authenticated',
    expensive: true,
    responds: { status: 200, body: PrometheusAnswer },
    // Of the engine that the operator configured.
    errors: [502],
    errorMembers: ({ status, message }: { status: number; message: string }) => ({
        status: 'error',
        errorType: ERROR_TYPES[status] ?? 'execution',
        error: message,
    }),
} as const;

interface SelectionInput {
    'match[]'?: string[];
    start?: string;
    end?: string;
}

/** The part of the HTTP API of Prometheus that Grafana's data source calls. */
export const prometheusRoutes = (services: Services): Route[] => {
    const now = () => services.clock().getTime() / 1_000;
    const evaluateAt = async (actor: AdminActor, text: string, { grid, at }: { grid: TimeGrid; at: number }) => {
        const expression = parsePromql(text);
        const readable = readableSeries(services, actor);
        const metrics = await readable.metrics();
        return evaluate(expression, { readable, metrics, grid, now: at, selectors: 0 });
    };
    const success = <D>(data: D, warnings: string[] = []) => ({
        status: 'success' as const,
        data,
        ...(warnings.length > 0 && { warnings }),
    });
    const instant = async (actor: AdminActor, { query, time }: { query: string; time?: string }) => {
        const at = now();
        const grid = { start: readTime(time, 'time', at), step: 1, count: 1 };
        return success(instantAnswer(await evaluateAt(actor, query, { grid, at }), grid));
    };
    const range = async (actor: AdminActor, query: { query: string; start: string; end: string; step: string }) => {
        const grid = readGrid(query);
        return success(rangeAnswer(await evaluateAt(actor, query.query, { grid, at: now() }), grid));
    };
    const select = (actor: AdminActor, input: SelectionInput) => {
        const end = readTime(input.end, 'end', now());
        const start = readTime(input.start, 'start', end - DEFAULT_RANGE_SECONDS);
        return listLabelSets(readableSeries(services, actor), {
            selectors: input['match[]'] ?? [],
            ...{ from: new Date(start * 1_000), to: new Date(end * 1_000) },
        });
    };
    const labels = async (actor: AdminActor, input: SelectionInput) => {
        const { sets, warnings } = await select(actor, input);
        return success(labelNamesOf(sets), warnings);
    };
    const series = async (actor: AdminActor, input: SelectionInput) => {
        const { sets, warnings } = await select(actor, input);
        return success(sets, warnings);
    };
    return [
        route('GET /api/v1/query', {
            ...COMMON,
            operationId: 'queryPrometheus',
            summary: 'Evaluate PromQL at one time',
            query: InstantQuery,
            handler: ({ actor, query }) => instant(actor, query),
        }),
        route('POST /api/v1/query', {
            ...COMMON,
            operationId: 'queryPrometheusByForm',
            summary: 'Evaluate PromQL at one time',
            takesForm: true,
            body: InstantQueryForm,
            handler: ({ actor, body }) => instant(actor, body),
        }),
        route('GET /api/v1/query_range', {
            ...COMMON,
            operationId: 'queryPrometheusRange',
            summary: 'Evaluate PromQL over a range',
            query: RangeQuery,
            handler: ({ actor, query }) => range(actor, query),
        }),
        route('POST /api/v1/query_range', {
            ...COMMON,
            operationId: 'queryPrometheusRangeByForm',
            summary: 'Evaluate PromQL over a range',
            takesForm: true,
            body: RangeQueryForm,
            handler: ({ actor, body }) => range(actor, body),
        }),
        route('GET /api/v1/labels', {
            ...COMMON,
            operationId: 'getPrometheusLabels',
            summary: 'List the names of labels',
            query: Selection,
            handler: ({ actor, query }) => labels(actor, query),
        }),
        route('POST /api/v1/labels', {
            ...COMMON,
            operationId: 'getPrometheusLabelsByForm',
            summary: 'List the names of labels',
            takesForm: true,
            body: SelectionForm,
            handler: ({ actor, body }) => labels(actor, body),
        }),
        route('GET /api/v1/label/:name/values', {
            ...COMMON,
            operationId: 'getPrometheusLabelValues',
            summary: 'List the values of a label',
            params: LabelParams,
            query: Selection,
            handler: async ({ actor, params: { name }, query }) => {
                if (name === '__name__' && !query['match[]']?.length) {
                    const metrics = await readableSeries(services, actor).metrics();
                    return success(metrics.flatMap(namesOf).sort());
                }
                const { sets, warnings } = await select(actor, query);
                return success(labelValuesOf(sets, name), warnings);
            },
        }),
        route('GET /api/v1/series', {
            ...COMMON,
            operationId: 'getPrometheusSeries',
            summary: 'List series',
            query: Selection,
            handler: ({ actor, query }) => series(actor, query),
        }),
        route('POST /api/v1/series', {
            ...COMMON,
            operationId: 'getPrometheusSeriesByForm',
            summary: 'List series',
            takesForm: true,
            body: SelectionForm,
            handler: ({ actor, body }) => series(actor, body),
        }),
        route('GET /api/v1/metadata', {
            ...COMMON,
            operationId: 'getPrometheusMetadata',
            summary: 'List metrics with their types',
            query: MetadataQuery,
            handler: async ({ actor, query: { metric } }) => {
                const metrics = await readableSeries(services, actor).metrics();
                const selected = metrics.filter(({ name }) => metric === undefined || name === metric);
                return success(
                    Object.fromEntries(
                        selected.map(({ name, kind, help }) => [name, [{ type: kind, help, unit: '' }]]),
                    ),
                );
            },
        }),
        route('GET /api/v1/status/buildinfo', {
            ...COMMON,
            expensive: false,
            operationId: 'getPrometheusBuildInfo',
            summary: 'Read the version of Prometheus with which this API is compatible',
            handler: () => success({ version: COMPATIBLE_VERSION, application: 'Halyard' }),
        }),
    ];
};

import { Type } from 'typebox';
import { parseLargeJsonBody } from '../../http/bodies/json-body.ts';
import { Raw, type RawBody } from '../../http/bodies/raw-body.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DecodedPoint } from '../cumulatives/decoded-point.ts';
import type { PointReceiver } from '../cumulatives/point-receiver.ts';
import { toOutcomeInput } from '../outcomes/otlp-events.ts';
import type { OutcomeItem, OutcomeReceiver } from '../outcomes/outcome-receiver.ts';
import { jsonLogRecords } from './json-logs.ts';
import { jsonPoints } from './json-metrics.ts';
import { toDecodedPoint } from './otlp-point.ts';
import { JSON_TYPE, otlpResponse, PROTOBUF } from './otlp-response.ts';
import { protobufLogRecords } from './protobuf-logs.ts';
import { protobufPoints } from './protobuf-metrics.ts';

const route = routeWithTag('Client');

const LIMIT = 4 * 1024 * 1024;
const RECORDS_AT_ONCE = 100;
const Metrics = Raw({
    types: [PROTOBUF, JSON_TYPE],
    limit: LIMIT,
    description: 'An OTLP `ExportMetricsServiceRequest`',
});
const Logs = Raw({ types: [PROTOBUF, JSON_TYPE], limit: LIMIT, description: 'An OTLP `ExportLogsServiceRequest`' });
/** The response has the encoding of the request. */
const Response = Type.Object(
    {},
    { $id: 'otlpResponse', description: 'Empty, or `partialSuccess` with what was left out' },
);

export const otlpRoutes = ({ points, outcomes }: { points: PointReceiver; outcomes: OutcomeReceiver }): Route[] => [
    route('POST /v1/metrics', {
        operationId: 'exportOtlpMetrics',
        summary: 'Receive metrics of OpenTelemetry (OTLP/HTTP)',
        description:
            'Sums, gauges and histograms, delta or cumulative. Data points with `feature_flag.key` and `feature_flag.result.variant` ' +
            'can be split by variant. Exponential histograms and summaries are rejected as partial success.',
        access: 'client',
        body: Metrics,
        responds: { status: 200, body: Response, contentType: PROTOBUF },
        errors: [400],
        handler: ({ actor, body }, reply) =>
            otlpResponse(body.type, 'rejectedDataPoints', reply, async () =>
                points.receive(actor, await pointsIn(body)),
            ),
    }),
    route('POST /v1/logs', {
        operationId: 'exportOtlpLogs',
        summary: 'Receive events of OpenTelemetry (OTLP/HTTP logs)',
        description:
            'A log record with the event name `feature_flag.evaluation` is an exposure, one with another event name an outcome. ' +
            'The unit is `feature_flag.context.id`, or `user.id`. Log records without an event name are not stored.',
        access: 'client',
        body: Logs,
        responds: { status: 200, body: Response, contentType: PROTOBUF },
        errors: [400],
        handler: ({ actor, body }, reply) =>
            otlpResponse(body.type, 'rejectedLogRecords', reply, async () => ({
                count: (await outcomes.receive(actor, eventsIn(body))).dropped,
                reason: 'Log records without an event name, with an unknown flag or with invalid values are not stored.',
            })),
    }),
];

/** The records of a request, in either encoding. */
const decoded = async <R>({ type, bytes }: RawBody, readers: Readers<R>): Promise<Iterable<R>> =>
    type === PROTOBUF ? readers.protobuf(bytes) : readers.json(await parseLargeJsonBody(bytes));

interface Readers<R> {
    protobuf: (bytes: Buffer) => Iterable<R>;
    json: (value: unknown) => Iterable<R>;
}

async function pointsIn(body: RawBody): Promise<Generator<DecodedPoint | undefined>> {
    const points = await decoded(body, { protobuf: protobufPoints, json: jsonPoints });
    return (function* () {
        for (const point of points) yield toDecodedPoint(point);
    })();
}

async function* eventsIn(body: RawBody): AsyncGenerator<OutcomeItem[]> {
    let items: OutcomeItem[] = [];
    for (const record of await decoded(body, { protobuf: protobufLogRecords, json: jsonLogRecords })) {
        items.push(toOutcomeInput(record));
        if (items.length < RECORDS_AT_ONCE) continue;
        yield items;
        items = [];
    }
    yield items;
}

import { invalid } from '../../core/errors/errors.ts';
import { Raw } from '../../http/bodies/raw-body.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { PointReceiver } from '../cumulatives/point-receiver.ts';
import { remoteWritePoints } from './remote-write-points.ts';
import { unpackSnappy } from './snappy.ts';

const route = routeWithTag('Client');

const LIMIT = 4 * 1024 * 1024;
const UNPACKED_LIMIT = 16 * 1024 * 1024;

const WriteRequest = Raw({
    types: ['application/x-protobuf'],
    encodings: ['snappy'],
    limit: LIMIT,
    description: 'A `prometheus.WriteRequest` of version 1, compressed with snappy',
});

export const remoteWriteRoutes = (points: PointReceiver): Route[] => [
    route('POST /api/v1/write', {
        operationId: 'prometheusRemoteWrite',
        summary: 'Receive samples of Prometheus (remote write 1.0)',
        description:
            'Series whose name ends in `_total`, `_count`, `_sum` or `_bucket` are counters, all others gauges. ' +
            'Native histograms and infinite values are left out.',
        access: 'client',
        body: WriteRequest,
        responds: { status: 204 },
        errors: [400],
        handler: async ({ actor, body: { encoding, bytes }, headers }) => {
            const version = headers['x-prometheus-remote-write-version'];
            if (typeof version === 'string' && !version.startsWith('0.')) {
                throw invalid(
                    `Remote write ${version} is not supported. Configure version 1 (protobuf_message: prometheus.WriteRequest).`,
                );
            }
            await points.receive(
                actor,
                remoteWritePoints(encoding === 'snappy' ? unpackSnappy(bytes, UNPACKED_LIMIT) : bytes),
            );
        },
    }),
];

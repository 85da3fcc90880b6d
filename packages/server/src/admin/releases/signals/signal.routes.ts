import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { receiveSignal } from './receive-signal.ts';
import { ReceivedSignal } from './signal-endpoint.schemas.ts';

const route = routeWithTag('Signals');

const SIGNALS_PER_MINUTE = 120;
const MAX_BYTES = 256 * 1024;

export const signalRoutes = ({ db, write, recordObservation, clock }: Services): Route[] => [
    route('POST /api/signals/:token', {
        operationId: 'receiveSignal',
        summary: 'Send a signal, such as an alert',
        description:
            'The body is any JSON, such as the notification of Alertmanager, Grafana, Datadog or Sentry. The token in the URL is the credential.',
        access: 'public',
        rateLimit: SIGNALS_PER_MINUTE,
        leavesEvent: true,
        bodyLimit: MAX_BYTES,
        body: Type.Unknown({ description: 'Any JSON' }),
        responds: { status: 202, body: ReceivedSignal },
        errors: [404],
        handler: ({ params: { token }, body: payload }) =>
            receiveSignal({ db, write, recordObservation, clock }, { token, payload }),
    }),
];

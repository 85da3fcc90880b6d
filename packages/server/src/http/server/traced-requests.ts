import { HalyardError } from '../../core/errors/errors.ts';
import { readTraceparent } from '../../telemetry/otlp/trace-context.ts';
import type { Tracer } from '../../telemetry/otlp/tracer.ts';
import type { ServerOptions } from './server-options.ts';

/** Creates a span for each request of the pipeline. Requests on the fast path are only counted. */
export const tracedRequests =
    (tracer: Tracer): NonNullable<ServerOptions['traced']> =>
    ({ route, headers, status }, work) =>
        tracer.span(
            {
                name: `${route.method} ${route.path}`,
                kind: 'server',
                parent: readTraceparent(headers['traceparent']),
                attributes: { 'http.request.method': route.method, 'http.route': route.path },
            },
            async (span) => {
                try {
                    const result = await work();
                    span.set({ 'http.response.status_code': status() });
                    return result;
                } catch (error) {
                    const code = error instanceof HalyardError ? error.status : 500;
                    span.set({ 'http.response.status_code': code });
                    throw error;
                }
            },
        );

import { expect, test } from 'vitest';
import { metricsText } from '../../telemetry/metric.ts';
import type { Route } from '../route/route.ts';
import { Durations } from './metrics.ts';

test('measurements of several processes form one series for each route and status', () => {
    const route = { operationId: 'getAll', path: '/all', method: 'GET' } as Route;
    const [owner, worker] = [new Durations(), new Durations()];
    worker.observe(route, 200, 3);
    owner.add(worker.take(), new Map([['getAll', route]]));
    owner.observe(route, 200, 30);
    owner.add(worker.take(), new Map([['getAll', route]]));

    const lines = metricsText(owner.metrics()).split('\n');
    expect(lines).toContain(
        'http_request_duration_milliseconds_bucket{le="5",path="/all",method="GET",status="200"} 1',
    );
    expect(lines).toContain('http_request_duration_milliseconds_count{path="/all",method="GET",status="200"} 2');
    expect(lines.filter((line) => line.startsWith('http_request_duration_milliseconds_sum{'))).toHaveLength(1);
});

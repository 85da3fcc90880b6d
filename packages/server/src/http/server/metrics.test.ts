import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';

test('the first scrape contains the process metrics, and no event loop delay that was not measured', async () => {
    const app = await testApp();

    const { status, headers, body } = await app.get('/internal-backstage/prometheus');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(figure(body, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(figure(body, 'nodejs_eventloop_lag_min_seconds')).toBeLessThan(60);
    expect(figure(body, 'nodejs_eventloop_lag_mean_seconds')).toBeLessThan(60);
});

const figure = (text: unknown, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(String(text))?.[1]);

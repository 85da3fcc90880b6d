import { expect } from 'vitest';
import type { BrowserService } from './visitor.ts';

const PROJECT = '/api/admin/projects/default';

/** Schedules a change of the flag `lantern` for a Friday evening in New York. */
export async function scheduleInNewYork(server: BrowserService): Promise<void> {
    const { status } = await server.request('POST', `${PROJECT}/environments/production/schedules`, {
        scheduledAt: '2100-11-19T23:00:00.000Z',
        timeZone: 'America/New_York',
        title: 'Light the lantern',
        changes: [{ feature: 'lantern', action: 'updateEnabled', payload: { enabled: true } }],
    });
    expect(status).toBe(200);
}

/** Sends a report in production, as the SDK of the application `shop` would, and stores it. */
async function report(server: BrowserService, content: object): Promise<void> {
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: 'shop',
        type: 'client',
        environment: 'production',
        projects: ['*'],
    });
    const { status } = await fetch(`${server.url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: (body as { secret: string }).secret, 'content-type': 'application/json' },
        body: JSON.stringify({ appName: 'shop', instanceId: 'one', ...content }),
    });
    expect(status).toBe(202);
    await server.storeReports();
}

export function reportUsage(server: BrowserService, toggles: object): Promise<void> {
    const now = new Date().toISOString();
    return report(server, { bucket: { start: now, stop: now, toggles } });
}

export const reportMetrics = (server: BrowserService, impactMetrics: object[]) => report(server, { impactMetrics });

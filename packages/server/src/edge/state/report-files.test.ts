import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';

function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'halyard-edge-reports-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
}

const usageOf = async (app: TestApp, flag: string): Promise<number> => {
    await app.services.reports.store();
    const { body } = await app.get(`/api/admin/client-metrics/features/${flag}/raw`);
    return body.data.reduce((sum: number, { yes }: { yes: number }) => sum + yes, 0);
};

test('an edge that cannot write to its backup folder refuses deliveries with 503, and accepts them when they are repeated', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const directory = folder();
    // Reports are forwarded when the edge closes.
    const environment = { BACKUP_FOLDER: directory, METRICS_INTERVAL_SECONDS: '3600' };
    const edge = await testEdge(app.url, { environment });
    await until(async () => name in (await edge.flags()));
    // A folder in the place of the log cannot be opened for writing, even by root.
    const log = join(directory, 'halyard_reports.1.jsonl');
    mkdirSync(log);
    const keys = [randomUUID(), randomUUID()];
    const deliver = (key: string) => {
        const counts = { featureName: name, environment: 'development', yes: 1, no: 0 };
        const metrics = [{ ...counts, appName: 'shop', timestamp: new Date().toISOString() }];
        const body = { applications: [], metrics };
        return edge.send('POST', '/api/client/metrics/bulk', { body, headers: { 'idempotency-key': key } });
    };

    const [first, duplicate, second] = await Promise.all([...keys, keys[0]!].toSorted().map(deliver));
    for (const { status, headers, body } of [first!, duplicate!, second!]) {
        expect([status, body.name]).toEqual([503, 'NotReadyError']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }

    rmdirSync(log);
    const repeated = await Promise.all([...keys, ...keys].map(deliver));
    expect(repeated.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await edge.close();
    expect(await usageOf(app, name)).toBe(2);
});

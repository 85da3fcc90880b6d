import {
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    truncateSync,
    writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { portal, upstreamSwitch } from '../../../test/support/upstream-switch.ts';

function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return join(path, 'backup');
}

test('an edge starts from its backup while upstream is unavailable, and continues from there when it is back', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const page = await app.has.token({ type: 'frontend', environment: 'development' });
    const upstream = await upstreamSwitch(app.url);
    const environment = { BACKUP_FOLDER: folder() };
    const first = await testEdge(upstream.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    expect((await first.get('/api/frontend', page.secret)).status).toBe(200);
    await first.close();
    upstream.leadTo(undefined);

    const second = await testEdge(upstream.url, { environment });
    expect(await second.flags()).toEqual({ [name]: true });
    expect((await second.get('/api/frontend', page.secret)).body.toggles).toMatchObject([{ name }]);
    const ready = await second.get('/internal-backstage/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'READY', environments: [{ state: 'stale' }] } });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);
    upstream.leadTo(app.url);
    await until(async () => (await second.flags())[name] === false);
});

test('an upstream with invalid responses counts as unavailable: known tokens keep working, and no details are exposed', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const environment = { BACKUP_FOLDER: folder() };
    const upstream = await upstreamSwitch(app.url);
    const first = await testEdge(upstream.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    await first.close();

    for (const body of ['<html>Please sign in</html>', '{"status":"ok"}', 'null']) {
        upstream.leadTo(await portal(200, body));
        const edge = await testEdge(upstream.url, { environment });
        expect(await edge.flags()).toEqual({ [name]: true });
        const unknown = await edge.get('/api/client/features', '*:development.nobody-knows-this-one');
        expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5']);
        await edge.close();
    }
    // The last backup is complete.
    upstream.leadTo(undefined);
    expect(await (await testEdge(upstream.url, { environment })).flags()).toEqual({ [name]: true });
});

test('without a backup, an edge whose upstream is unavailable is not ready and rejects no token permanently', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const upstream = await upstreamSwitch(app.url);
    upstream.leadTo(undefined);
    const edge = await testEdge(upstream.url, { environment: { UPSTREAM_REQUEST_TIMEOUT: '1' } });
    // Only upstream knows the projects of this token, and it was not queried yet.
    const several = '[]:development.token-of-several-projects';
    await (await testEdge(upstream.url, { environment: { TOKENS: several } })).close();

    expect((await edge.get('/internal-backstage/ready')).status).toBe(503);
    expect((await edge.get('/internal-backstage/health')).status).toBe(200);
    expect((await edge.get('/api/client/features')).status).toBe(503);
    upstream.leadTo(app.url);
    await until(async () => (await edge.get('/internal-backstage/ready')).status === 200);
    expect(await edge.flags()).toEqual({ [name]: true });
});

test('a token that was revoked in the meantime is not restored from a backup', async () => {
    const app = await testApp();
    const { secret } = await app.has.token({ environment: 'production' });
    const upstream = await upstreamSwitch(app.url);
    const environment = { BACKUP_FOLDER: folder() };
    const first = await testEdge(upstream.url, { environment });
    await first.flags(secret);
    await first.close();
    await app.delete(`/api/admin/api-tokens/${secret}`);

    const second = await testEdge(upstream.url, { environment });
    expect((await second.get('/api/client/features', secret)).status).toBe(401);
    expect((await second.get('/internal-backstage/features')).body['production']?.features ?? []).toEqual([]);
    await second.close();
    // The same applies if upstream was unavailable at the start and reports the revocation later.
    upstream.leadTo(undefined);
    const third = await testEdge(upstream.url, { environment });
    expect((await third.get('/api/client/features', CLIENT_TOKEN)).status).toBe(200);
    upstream.leadTo(app.url);
    await until(async () => (await third.get('/api/client/features', secret)).status === 401);
});

test('a backup is readable by its owner only and written atomically, and a damaged one is ignored', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const directory = folder();
    const environment = { BACKUP_FOLDER: directory };
    const first = await testEdge(app.url, { environment });
    expect(await first.flags()).toEqual({ [name]: true });
    await first.send('POST', '/api/client/metrics', { body: { appName: 'shop' } });
    await first.close();

    const files = readdirSync(directory).toSorted();
    expect(files).toEqual(['halyard_reports.json', 'unleash_features.json', 'unleash_tokens.json']);
    for (const file of files) expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const [[environmentName, payload]] = JSON.parse(readFileSync(join(directory, 'unleash_features.json'), 'utf8'));
    expect([environmentName, payload.features[0].name]).toEqual(['development', name]);
    writeFileSync(join(directory, 'unleash_features.json'), '[["development", {"features": [{');
    writeFileSync(join(directory, 'unleash_tokens.json'), '{"tokens": "many"}');
    writeFileSync(join(directory, 'halyard_reports.json'), '{"usage": [5], "sightings": {}}');
    const second = await testEdge(app.url, { environment });
    await until(async () => (await second.get('/internal-backstage/ready')).status === 200);
    expect(await second.flags()).toEqual({ [name]: true });
    await second.close();

    // A volume of another user is not writable either: the start fails, so that the operator notices before the backup is needed.
    mkdirSync(join(directory, 'halyard_reports.json.new'));
    await expect(testEdge(app.url, { environment })).rejects.toThrow(
        new RegExp(
            `^User \\d+ cannot write to ${directory}: EISDIR.*\\. Let it, or set BACKUP_FOLDER to another folder\\.$`,
        ),
    );
});

const MALFORMED: Record<string, Record<string, string>> = {
    'unleash_features.json': {
        'an empty file': '',
        'a truncated file': '[["development", {"version": 2, "features": [{"name": "a"',
        'a number': '5',
        'a text': '"development"',
        'null instead of an entry': '[null]',
        'a number instead of an entry': '[5]',
        'null instead of flags': '[["development", null]]',
        'a text instead of flags': '{"development": "flags"}',
        'another version': '[["development", {"version": 99, "features": []}]]',
        'a flag without a name': '[["development", {"version": 2, "features": [{"strategies": []}]}]]',
        'an environment that is not a string': '[[{}, {"version": 2, "features": []}]]',
    },
    'unleash_tokens.json': {
        'a truncated file': '[{"token": "*:dev',
        'a number': '5',
        'null instead of a token': '[null]',
        'a token that is not a string': '[{"token": 5, "projects": ["*"], "environment": "development"}]',
    },
    'halyard_reports.json': {
        'a truncated file': '{"usage": [',
        'a list': '[1]',
        'a text': '"reports"',
        'variants that are not a list':
            '{"usage": [{"flag": "a", "app": "b", "environment": "development", "hour": "2026-01-01T00:00:00.000Z", "yes": 1, "no": 0, "variants": 5}]}',
        'counts that are not numbers':
            '{"usage": [{"flag": "a", "app": "b", "environment": "development", "hour": "2026-01-01T00:00:00.000Z", "yes": "1", "no": {}, "variants": []}]}',
        'strategies that are not a list':
            '{"sightings": [{"app": "b", "environment": "development", "instanceId": "i", "strategies": 5}]}',
        'an hour that is not a date':
            '{"usage": [{"flag": "a", "app": "b", "environment": "development", "hour": "noon", "yes": 1, "no": 0, "variants": []}]}',
    },
};

describe('an edge with a malformed backup starts, logs the file and the reason, and fetches the flags', () => {
    for (const [file, contents] of Object.entries(MALFORMED)) {
        test(file, async () => {
            const app = await testApp();
            const { name } = await app.has.flag({ enabled: true });
            for (const [description, content] of Object.entries(contents)) {
                const directory = folder();
                mkdirSync(directory, { recursive: true });
                writeFileSync(join(directory, file), content);
                const lines: string[] = [];
                const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
                const edge = await testEdge(app.url, { environment: { BACKUP_FOLDER: directory }, log });

                expect(await edge.flags(), description).toEqual({ [name]: true });
                expect(lines.join(''), description).toContain(`"file":"${file}"`);
                expect((await edge.get('/internal-backstage/metricsbatch', null)).body.metrics, description).toEqual(
                    [],
                );
                await edge.close();
            }
        });
    }
});

test('a backup that is too large to read is ignored', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const directory = folder();
    mkdirSync(directory, { recursive: true });
    for (const file of ['unleash_features.json', 'unleash_tokens.json', 'halyard_reports.json']) {
        writeFileSync(join(directory, file), '[');
        truncateSync(join(directory, file), 600 * 1024 * 1024);
    }
    const lines: string[] = [];
    const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
    const edge = await testEdge(app.url, { environment: { BACKUP_FOLDER: directory }, log });

    expect(await edge.flags()).toEqual({ [name]: true });
    expect(lines.filter((line) => line.includes('larger than 256 MB'))).toHaveLength(3);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileServer } from '../../../test/support/file-server.ts';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../../test/support/upstream-switch.ts';
import { readEdgeConfig } from '../config/edge-config.ts';

const FEATURES = '/flags/unleash-features.json';

const s3 = (url: string) => ({
    ...{ S3_BUCKET_NAME: 'flags', S3_FORCE_PATH_STYLE: 'true', AWS_ENDPOINT_URL_S3: url, AWS_REGION: 'eu-north-1' },
    ...{ AWS_ACCESS_KEY_ID: 'key-id', AWS_SECRET_ACCESS_KEY: 'secret-of-the-access-key' },
});

async function flagAndStorage() {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const { secret: page } = await app.has.token({ type: 'frontend', environment: 'development' });
    const storage = await fileServer();
    return { app, name, page, storage, upstream: await upstreamSwitch(app.url) };
}

test('edges share a backup in S3: a new edge starts from the flags and tokens of another one', async () => {
    const { name, page, storage, upstream } = await flagAndStorage();
    const options = { environment: s3(storage.url), sharedBackupPauseMs: 10 };
    const first = await testEdge(upstream.url, options);
    expect((await first.get('/api/frontend', page)).status).toBe(200);
    await first.close();
    expect([...storage.files.keys()].toSorted()).toEqual([FEATURES, '/flags/unleash-tokens.json']);
    for (const { headers } of storage.requests) {
        expect(headers.authorization).toMatch(
            /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-north-1\/s3\/aws4_request,SignedHeaders=/,
        );
    }
    upstream.leadTo(undefined);

    const second = await testEdge(upstream.url, options);
    expect(await second.flags()).toEqual({ [name]: true });
    expect((await second.get('/api/frontend', page)).body.toggles).toMatchObject([{ name }]);
});

test('an edge that has only restored flags does not overwrite the shared backup, which another edge may have updated', async () => {
    const { app, name, storage, upstream } = await flagAndStorage();
    const options = { environment: s3(storage.url), sharedBackupPauseMs: 10 };
    await (await testEdge(upstream.url, options)).close();
    upstream.leadTo(undefined);
    const writes = () => storage.requests.filter(({ method }) => method === 'PUT').length;
    const before = writes();
    const behind = await testEdge(upstream.url, options);
    expect(await behind.flags()).toEqual({ [name]: true });
    await behind.close();
    expect(writes()).toBe(before);

    storage.files.set(FEATURES, 'flags of another edge');
    upstream.leadTo(app.url);
    const current = await testEdge(upstream.url, options);
    await until(() => storage.files.get(FEATURES)!.includes(name));
    await current.close();
});

test('unavailable storage is logged without its keys, and the edge serves the flags of upstream', async () => {
    const { app, name, storage } = await flagAndStorage();
    storage.failWith(403);
    const lines: string[] = [];
    const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
    const edge = await testEdge(app.url, { environment: s3(storage.url), log, sharedBackupPauseMs: 10 });
    expect(await edge.flags()).toEqual({ [name]: true });
    await until(() => lines.some((line) => line.includes('the backup could not be written')));
    expect(lines.join()).toContain('"file":"unleash-features.json","problem":"the response has status 403"');
    expect(lines.join()).not.toContain('secret-of-the-access-key');
    storage.failWith(undefined);
    await edge.close();
});

test('an edge starts from the files of a web server, and never writes them', async () => {
    const { name, page, storage, upstream } = await flagAndStorage();
    const bucket = { environment: s3(storage.url), sharedBackupPauseMs: 10 };
    const first = await testEdge(upstream.url, bucket);
    await first.get('/api/frontend', page);
    await first.close();
    for (const part of ['features', 'tokens']) {
        storage.files.set(`/backup/unleash_${part}.json?v=1`, storage.files.get(`/flags/unleash-${part}.json`)!);
    }
    upstream.leadTo(undefined);
    storage.requests.length = 0;

    const environment = { BACKUP_URL: `${storage.url}/backup?v=1`, BACKUP_AUTHORIZATION: 'Bearer of-the-backup' };
    const edge = await testEdge(upstream.url, { environment, sharedBackupPauseMs: 10 });
    expect(await edge.flags()).toEqual({ [name]: true });
    expect((await edge.get('/api/frontend', page)).status).toBe(200);
    await edge.close();
    expect(storage.requests.map(({ method, headers }) => [method, headers.authorization])).toEqual([
        ['GET', 'Bearer of-the-backup'],
        ['GET', 'Bearer of-the-backup'],
    ]);
});

test('the folder of an edge has precedence over the shared backup', async () => {
    const { app, name, storage, upstream } = await flagAndStorage();
    const folder = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { ...s3(storage.url), BACKUP_FOLDER: folder };
    await (await testEdge(upstream.url, { environment, sharedBackupPauseMs: 10 })).close();
    storage.files.set(FEATURES, storage.files.get(FEATURES)!.replaceAll(name, 'of-another-edge'));
    upstream.leadTo(undefined);
    expect(await (await testEdge(upstream.url, { environment })).flags()).toEqual({ [name]: true });
    rmSync(folder, { recursive: true });
    const empty = await testEdge(upstream.url, { environment });
    expect(await empty.flags()).toEqual({ 'of-another-edge': true });
    upstream.leadTo(app.url);
});

test('incomplete settings of a shared backup are rejected with the missing setting', () => {
    const read = (settings: Record<string, string>) => () =>
        readEdgeConfig({ UPSTREAM_URL: 'https://flags.example.com', ...settings });
    expect(read({ S3_BUCKET_NAME: 'flags' })).toThrow(
        'S3_BUCKET_NAME needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
    expect(read({ ...s3('https://s3.example.com'), BACKUP_URL: 'https://example.com' })).toThrow('exclude each other');
    expect(read({ BACKUP_URL: 'files' })).toThrow('BACKUP_URL must be an http or https URL.');
    expect(read(s3('https://s3.example.com'))().warnings).toEqual([]);
});

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findPublicationDifferences } from '../packages/server/src/publications/publish.ts';
import { openPostgres } from '../packages/server/src/storage/postgres-database.ts';
import { startSdk } from '../packages/server/test/support/sdk.ts';
import { newDatabase } from './support/databases.ts';
import { previousRelease } from './support/previous-release.ts';
import { CLIENT_TOKEN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';

/** Creates one of everything that SDKs receive. */
async function write(node: ServerProcess, name: string): Promise<void> {
    const segment = await node.request('POST', '/api/admin/segments', {
        name: `segment-${name}`,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
    });
    const environment = `${FEATURES}/${name}/environments/development`;
    const responses = [
        segment,
        await node.request('POST', FEATURES, { name, type: 'release' }),
        await node.request('POST', `${environment}/strategies`, {
            name: 'flexibleRollout',
            parameters: { rollout: '100', stickiness: 'default', groupId: name },
            segments: [(segment.body as { id: number }).id],
        }),
        await node.request('PUT', `${environment}/variants`, [
            { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' },
        ]),
        await node.request('POST', `${environment}/on`),
        await node.request('POST', `/api/admin/features/${name}/tags`, { type: 'simple', value: name }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 201]);
}

const withoutEtag = ({ meta, ...state }: { meta?: { etag: string } }) => ({
    ...state,
    ...(meta && { meta: { ...meta, etag: '' } }),
});

test('nodes of the previous and the current release share one database, and SDKs get the same state from both', {
    timeout: 120_000,
}, async () => {
    const database = await newDatabase('PostgreSQL');
    const previous = await previousRelease();
    const old = await startServer(database, previous);
    await write(old, 'before');
    // It migrates the schema while the other node runs.
    const next = await startServer(database);
    const nodes = [old, next];
    const sdks = await Promise.all(nodes.map(({ url }) => startSdk(url)));
    const names = () =>
        sdks.map((sdk) =>
            sdk
                .getFeatureToggleDefinitions()
                .map(({ name }) => name)
                .sort(),
        );

    for (const [index, node] of nodes.entries()) await write(node, `first-${index}`);
    // Each node changes and reverts objects of the other.
    for (const [index, node] of nodes.entries()) {
        const other = `${FEATURES}/first-${1 - index}/environments/development`;
        await until(async () => (await node.request('POST', `${other}/off`)).status === 200);
        await write(node, `second-${index}`);
    }
    expect((await next.request('DELETE', `${FEATURES}/before`)).status).toBe(202);

    const all = ['first-0', 'first-1', 'second-0', 'second-1'];
    await until(() => names().every((list) => list.join() === all.join()));
    for (const path of ['/api/client/features', '/api/client/delta']) {
        const fetchState = (node: ServerProcess, etag = '') =>
            fetch(node.url + path, { headers: { authorization: CLIENT_TOKEN, 'if-none-match': etag } });
        const [atOld, atNew] = [await fetchState(old), await fetchState(next)];
        expect(withoutEtag(await atNew.json()), path).toEqual(withoutEtag(await atOld.json()));
        // ETags of all flags derive from the content in the current release (decision 176), so each SDK downloads them once more.
        const known = path === '/api/client/features' ? atNew : atOld;
        expect((await fetchState(next, known.headers.get('etag')!)).status, path).toBe(304);
    }
    for (const sdk of sdks) {
        expect(all.map((name) => sdk.isEnabled(name, { userId: '7' }))).toEqual([false, false, true, true]);
        expect(sdk.isEnabled('second-0', { userId: '8' })).toBe(false);
        expect(sdk.getVariant('second-1', { userId: '7' })).toMatchObject({ name: 'blue' });
    }
    for (const node of nodes) {
        expect(await node.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
    }
    const rows = openPostgres({
        url: database['DATABASE_URL']!,
        poolSize: 1,
        schema: 'public',
        applicationName: 'test',
        onError: () => undefined,
    });
    onTestFinished(() => rows.close());
    expect(await findPublicationDifferences(rows.db)).toEqual([]);

    // A node that restarts during the upgrade continues as before, whatever the next version adds.
    const takeStep = (name: string) =>
        sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(rows.migrator);
    await takeStep('9998-something-more');
    await old.stop();
    const restarted = await startServer(database, previous);
    await write(restarted, 'third');
    await write(next, 'fourth');
    await until(async () => (await restarted.clientFlags()).length === 6 && (await next.clientFlags()).length === 6);
    expect(await restarted.clientFlags()).toEqual(await next.clientFlags());
    expect(await findPublicationDifferences(rows.db)).toEqual([]);

    // Unless something it needs was removed: then it reports that before any access.
    await takeStep('9999-contract-9998-what-it-needs');
    await expect(startServer(database, previous)).rejects.toThrow('A newer version of Halyard wrote this database.');
});

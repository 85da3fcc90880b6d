import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';

const LONG = '/api/admin/segments';
/** A response with its own Vary header. */
const LIST = '/api/admin/projects/default/features';

async function appWithLongLists(environment: Record<string, string> = {}): Promise<TestApp> {
    const app = await testApp({ environment });
    const features = Array.from({ length: 60 }, (_, index) => ({ name: `flag-${index}` }));
    const data = { features, featureStrategies: [] };
    await app.post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    for (let index = 0; index < 10; index++) {
        await app.has.segment({ name: `segment-${index}`, description: 'x'.repeat(1_000) });
    }
    return app;
}

const read = async (app: TestApp, path: string, accepted: string) => {
    const { headers, body } = await app.send('GET', path, { headers: { 'accept-encoding': accepted } });
    return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), body };
};

test('a long response is compressed for clients that accept it, with the same content', async () => {
    const app = await appWithLongLists();

    const plain = await read(app, LONG, 'identity');
    const compressed = await read(app, LONG, 'br, gzip');

    expect(plain).toMatchObject({ encoding: null, vary: 'accept-encoding' });
    expect(compressed).toEqual({ encoding: 'gzip', vary: 'accept-encoding', body: plain.body });
    expect(plain.body.segments).toHaveLength(10);
});

test('a response with its own Vary header has one that includes the encoding', async () => {
    const app = await appWithLongLists();
    const vary = 'authorization, x-api-key, cookie, accept-encoding';

    const plain = await read(app, LIST, 'identity');

    expect(plain).toMatchObject({ encoding: null, vary });
    expect(await read(app, LIST, 'gzip')).toEqual({ encoding: 'gzip', vary, body: plain.body });
    expect(plain.body.features).toHaveLength(60);
});

test('a short response is not compressed', async () => {
    const app = await testApp();

    expect(await read(app, LONG, 'gzip')).toMatchObject({ encoding: null, body: { segments: [] } });
});

test('an operator can disable compression', async () => {
    const app = await appWithLongLists({ SERVER_DISABLE_COMPRESSION: 'true' });

    expect(await read(app, LONG, 'gzip')).toMatchObject({ encoding: null, vary: null });
    expect(await read(app, LIST, 'gzip')).toMatchObject({ encoding: null });
});

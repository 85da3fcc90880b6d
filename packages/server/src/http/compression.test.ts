import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/support/test-app.ts';

const LONG = '/api/admin/projects/default/features';

async function appWithFlags(environment: Record<string, string> = {}): Promise<TestApp> {
    const app = await testApp({ environment });
    const features = Array.from({ length: 60 }, (_, index) => ({ name: `flag-${index}` }));
    const data = { features, featureStrategies: [] };
    await app.post('/api/admin/features-batch/import', { project: 'default', environment: 'development', data });
    return app;
}

const read = async (app: TestApp, path: string, accepted: string) => {
    const { headers, body } = await app.send('GET', path, { headers: { 'accept-encoding': accepted } });
    return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), body };
};

test('a long answer is compressed for those who understand it, and says the same', async () => {
    const app = await appWithFlags();

    const plain = await read(app, LONG, 'identity');
    const compressed = await read(app, LONG, 'br, gzip');

    expect(plain).toMatchObject({ encoding: null, vary: 'accept-encoding' });
    expect(compressed).toEqual({ encoding: 'gzip', vary: 'accept-encoding', body: plain.body });
    expect(plain.body.features).toHaveLength(60);
});

test('a short answer is not worth it', async () => {
    const app = await testApp();

    expect(await read(app, LONG, 'gzip')).toMatchObject({ encoding: null, body: { features: [] } });
});

test('an operator can have everything uncompressed', async () => {
    const app = await appWithFlags({ SERVER_DISABLE_COMPRESSION: 'true' });

    expect(await read(app, LONG, 'gzip')).toMatchObject({ encoding: null, vary: null });
});

import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';

const FLAGS = '/api/admin/projects/default/features';

/** The number of requests with this method that an app counted for the flags of a project. */
async function counted(app: Awaited<ReturnType<typeof testApp>>, method: string): Promise<number> {
    const { body } = await app.send('GET', '/internal-backstage/prometheus', { token: null });
    const line = new RegExp(
        `^http_request_duration_milliseconds_count\\{path="${FLAGS.replace('default', ':projectId')}",method="${method}",status="\\d+"\\} (\\d+)$`,
        'm',
    );
    return Number(line.exec(body)?.[1] ?? 0);
}

test('apps of one process with equal routes respond and count separately', async () => {
    const [one, other] = [await testApp(), await testApp()];
    await one.post(FLAGS, { name: 'of-one' });
    await other.post(FLAGS, { name: 'of-other' });

    for (const [app, name] of [
        [one, 'of-one'],
        [other, 'of-other'],
    ] as const) {
        const { body } = await app.get(FLAGS);
        expect(body.features).toMatchObject([{ name }]);
    }
    expect([await counted(one, 'POST'), await counted(other, 'POST')]).toEqual([1, 1]);
    await one.close();
    expect((await other.get(FLAGS)).status).toBe(200);
});

test('rate limits of one app do not apply to another', async () => {
    const [one, other] = [await testApp(), await testApp()];
    const ask = (app: typeof one) => app.send('GET', '/invite/nothing/validate', { token: null });
    let last = await ask(one);
    for (let count = 0; count < 200 && last.status !== 429; count++) last = await ask(one);

    expect(last.status).toBe(429);
    expect((await ask(other)).status).not.toBe(429);
});

test('an app with another base path does not use the routes of the first', async () => {
    const plain = await testApp();
    const below = await testApp({ environment: { BASE_URI_PATH: '/flags' } });

    expect(new URL(below.url).pathname).toBe('/flags');
    expect((await below.get(FLAGS)).status).toBe(200);
    expect((await plain.send('GET', `/flags${FLAGS}`)).status).toBe(404);
});

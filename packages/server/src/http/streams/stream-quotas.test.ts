import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
    app = await testApp({ environment: { MAX_STREAMS: '40' } });
});

const opened = new Set<Response>();

/** Opens one stream, which stays open until the test ends, and returns the status. */
async function open(path: string, headers: Record<string, string> = {}): Promise<number> {
    const abort = new AbortController();
    const response = await fetch(app.url + path, { headers, signal: abort.signal });
    onTestFinished(() => {
        abort.abort();
        // Referenced until here: an unreferenced response is garbage collected, and its stream ends.
        opened.delete(response);
    });
    opened.add(response);
    return response.status;
}

/** Opens streams until one is refused, and returns their number. */
async function openAll(path: string, headers: Record<string, string> = {}): Promise<number> {
    for (let count = 0; ; count++) {
        const status = await open(path, headers);
        if (status === 429) return count;
        expect(status).toBe(200);
    }
}

async function streamOf(token: string): Promise<string> {
    const { body } = await app.post('/ofrep/v1/evaluate/flags', {}, { token });
    return body.eventStreams[0].endpoint.requestUri;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('a frontend token, which is public,', () => {
    let path: string;
    beforeEach(async () => {
        path = await streamOf((await app.has.token({ type: 'frontend', environment: 'development' })).secret);
    });

    test('gets a fifth of the slots from one address', async () => {
        expect(await openAll(path, from('203.0.113.1'))).toBe(8);
        expect(await open(path, from('203.0.113.2'))).toBe(200);
    });

    test('gets half of the slots from all addresses together', async () => {
        let opened = 0;
        for (let host = 1; host <= 20; host++) opened += await openAll(path, from(`203.0.113.${host}`));

        expect(opened).toBe(20);
    });

    test('leaves room for other tokens, for backends and for users', async () => {
        const other = await streamOf((await app.has.token({ type: 'frontend', environment: 'development' })).secret);
        const user = await app.has.user();
        for (let host = 1; host <= 20; host++) await openAll(path, from(`203.0.113.${host}`));

        expect(await open(other, from('203.0.113.99'))).toBe(200);
        expect(await open('/api/client/streaming', { authorization: CLIENT_TOKEN })).toBe(200);
        expect(await open('/api/admin/live', user.headers)).toBe(200);
    });
});

test('one backend token cannot use all slots, and another token can open a stream', async () => {
    const other = await app.has.token({ environment: 'development' });

    expect(await openAll('/api/client/streaming', { authorization: CLIENT_TOKEN })).toBe(32);

    expect(await open('/api/client/streaming', { authorization: other.secret })).toBe(200);
});

test('a released slot is available to the next client', async () => {
    const path = await streamOf((await app.has.token({ type: 'frontend', environment: 'development' })).secret);
    const abort = new AbortController();
    const last = await fetch(app.url + path, { headers: from('203.0.113.1'), signal: abort.signal });
    await openAll(path, from('203.0.113.1'));

    abort.abort();
    await last.text().catch(() => undefined);
    await expect.poll(() => open(path, from('203.0.113.1'))).toBe(200);
});

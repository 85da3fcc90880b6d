import { expect, test } from 'vitest';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

const NOW = new Date().toISOString();
let instances = 0;

/** Returns the client addresses that the fast path and the pipeline derive from this header of 127.0.0.1. */
async function addressesOf(app: TestApp, forwardedFor: string) {
    const headers = { 'x-forwarded-for': forwardedFor };
    const instanceId = String(instances++);
    const metrics = { appName: 'shop', instanceId, bucket: { start: NOW, stop: NOW, toggles: {} } };
    await app.post('/api/client/metrics', metrics, { token: CLIENT_TOKEN, headers });
    await app.services.reports.store();
    const { body } = await app.get('/api/admin/metrics/instances/shop/environment/development');
    await app.post('/auth/simple/login', { username: 'nobody', password: 'x' }, { token: null, headers });
    const { body: logins } = await app.get('/api/admin/logins');
    const seen = body.instances.find((instance: { instanceId: string }) => instance.instanceId === instanceId);
    return { fast: seen.clientIp, other: logins.events[0].ip };
}

const both = (address: string) => ({ fast: address, other: address });

const behindLocalProxy = await testApp({ until: 'file' });

test.each([
    ['one address', '203.0.113.7', '203.0.113.7'],
    ['several addresses, of which the proxy has added the last', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['another proxy on the same machine', '203.0.113.7, 127.0.0.1', '203.0.113.7'],
    ['a private address, which is not a trusted proxy', '203.0.113.7, 10.0.0.9', '10.0.0.9'],
    ['IPv6', '2001:db8::7', '2001:db8::7'],
    ['IPv4 as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['a port', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', '[2001:db8::7]:4711', '2001:db8::7'],
    ['text that is not an address', 'nonsense<script>', '127.0.0.1'],
    ['text before an address', 'nonsense, 203.0.113.7', '203.0.113.7'],
    ['nothing', ' ', '127.0.0.1'],
    ['an address with text after it', 'fe80::1%any-text-at-all', 'fe80::1'],
    ['text before a trusted proxy', 'unknown, 127.0.0.1', '127.0.0.1'],
])('a proxy on the same machine forwards %s', async (_what, forwardedFor, expected) => {
    expect(await addressesOf(behindLocalProxy, forwardedFor)).toEqual(both(expected));
});

test.each([
    ['203.0.113.0/24', '192.0.2.1, 203.0.113.7', '127.0.0.1'],
    ['loopback,203.0.113.0/24', '192.0.2.1, 203.0.113.7', '192.0.2.1'],
    ['private', '192.0.2.1, 10.0.0.9', '192.0.2.1'],
    ['0', '192.0.2.1', '127.0.0.1'],
    ['1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
    ['2', '198.51.100.1, 192.0.2.1, 203.0.113.7', '192.0.2.1'],
    ['9', '192.0.2.1, 203.0.113.7', '192.0.2.1'],
])('with TRUSTED_PROXIES=%s', async (trusted, forwardedFor, expected) => {
    const app = await testApp({ environment: { TRUSTED_PROXIES: trusted } });

    expect(await addressesOf(app, forwardedFor)).toEqual(both(expected));
});

test('an untrusted proxy is logged once, with the next step', async () => {
    const lines: string[] = [];
    const log = collectingLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
    const app = await testApp({ environment: { TRUSTED_PROXIES: '203.0.113.1' }, log });
    const options = { token: null, headers: { 'x-forwarded-for': '192.0.2.1' } };

    await app.post('/auth/simple/login', { username: 'nobody', password: 'x' }, options);
    await app.post('/auth/simple/login', { username: 'nobody', password: 'x' }, options);

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
        address: '127.0.0.1',
        msg: expect.stringContaining('TRUSTED_PROXIES'),
    });
});

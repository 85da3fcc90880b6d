import { describe, expect, test } from 'vitest';
import { receiver } from '../../test/support/receiver.ts';
import { Outbound, OutboundRefused } from './outbound.ts';

const PUBLIC = '93.184.215.14';
const NOT_PUBLIC = 'is not in the public internet';

const outbound = (
    addresses: Record<string, string[]> = {},
    policy: { allowed?: string[]; allowPrivate?: boolean } = {},
) =>
    new Outbound({
        allowPrivate: false,
        allowed: [],
        ...policy,
        resolve: async (host) => {
            const resolved = addresses[host];
            if (!resolved) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
            return resolved;
        },
    });

const POST = { method: 'POST', headers: {}, body: '' } as const;

describe.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback far from .1', 'http://127.255.255.254/'],
    ['a port of this machine', 'http://127.0.0.1:4242/'],
    ['this network', 'http://0.0.0.0/'],
    ['private, class A', 'http://10.1.2.3/'],
    ['private, class B', 'http://172.31.255.255/'],
    ['private, class C', 'http://192.168.0.1/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['link-local, where cloud providers serve credentials', 'http://169.254.169.254/latest/meta-data'],
    ['protocol assignments', 'http://192.0.0.8/'],
    ['benchmarks', 'http://198.18.0.1/'],
    ['documentation', 'http://203.0.113.7/'],
    ['multicast', 'http://224.0.0.1/'],
    ['reserved', 'http://240.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['loopback as one decimal number', 'http://2130706433/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in hexadecimal', 'http://0x7f.0x0.0x0.0x1/'],
    ['loopback with parts left out', 'http://127.1/'],
    ['loopback in full-width digits', 'http://１２７.0.0.1/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv6 unique local', 'http://[fd00::1]/'],
    ['IPv6 link-local', 'http://[fe80::1]/'],
    ['IPv6 multicast', 'http://[ff02::1]/'],
    ['IPv6 documentation', 'http://[2001:db8::1]/'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4 mapped into IPv6, in hexadecimal', 'http://[::ffff:a00:1]/'],
    ['IPv4 compatible IPv6', 'http://[::127.0.0.1]/'],
    ['IPv4 behind NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['IPv4 in 6to4', 'http://[2002:7f00:1::]/'],
    ['IPv4 in Teredo', 'http://[2001:0:7f00:1::]/'],
])('%s: %s', (_case, address) => {
    test('is not called', async () => {
        expect(await outbound().objectionTo(address)).toContain(NOT_PUBLIC);
        await expect(outbound().send(address, POST)).rejects.toThrow(OutboundRefused);
    });
});

test.each([
    ['name', ['10.0.0.1']],
    ['name with a public address as well', [PUBLIC, '10.0.0.1']],
    ['name with an IPv6 address', ['::ffff:10.0.0.1']],
    ['name with a scope', ['fe80::1%eth0']],
])('a %s that resolves to the internal network is not called', async (_case, addresses) => {
    const target = outbound({ 'internal.example': addresses });

    expect(await target.objectionTo('https://internal.example/x')).toContain(NOT_PUBLIC);
    await expect(target.send('https://internal.example/x', POST)).rejects.toThrow(OutboundRefused);
});

test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'example.com/hook',
    '//example.com',
    'http://',
    'http://exa mple.com/',
    'http://999.1.1.1/',
    'http://127.0.0.1.256/',
    '',
])('%s is not an address that can be called', async (address) => {
    expect(await outbound({ 'example.com': [PUBLIC] }).objectionTo(address)).toContain('http or https URL');
});

test.each([
    'https://example.com/hook',
    'http://example.com:8080/',
    'https://EXAMPLE.com./',
    `http://${PUBLIC}/`,
    'http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
])('%s in the public internet may be called', async (address) => {
    const target = outbound({
        'example.com': [PUBLIC, '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
        'example.com.': [PUBLIC],
    });

    expect(await target.objectionTo(address)).toBeUndefined();
});

test('a name that cannot be resolved is accepted by the check, but cannot be called', async () => {
    expect(await outbound().objectionTo('https://later.example/')).toBeUndefined();
    await expect(outbound().send('https://later.example/', POST)).rejects.toThrow('ENOTFOUND');
});

describe('the allow list', () => {
    const names = {
        'hooks.corp.example': ['10.0.0.7'],
        'corp.example': ['10.0.0.8'],
        'evilcorp.example': ['10.0.0.9'],
    };

    test('may contain hosts', async () => {
        const target = outbound(names, { allowed: ['Hooks.Corp.example'] });

        expect(await target.objectionTo('http://hooks.corp.example/')).toBeUndefined();
        expect(await target.objectionTo('http://corp.example/')).toContain(NOT_PUBLIC);
        expect(await target.objectionTo('http://10.0.0.7/')).toContain(NOT_PUBLIC);
    });

    test('may contain all subdomains of a host', async () => {
        const target = outbound(names, { allowed: ['*.corp.example'] });

        expect(await target.objectionTo('http://hooks.corp.example/')).toBeUndefined();
        expect(await target.objectionTo('http://corp.example/')).toContain(NOT_PUBLIC);
        expect(await target.objectionTo('http://evilcorp.example/')).toContain(NOT_PUBLIC);
    });

    test('may contain addresses and ranges, which apply to every host name that resolves to them', async () => {
        const target = outbound(names, { allowed: ['10.0.0.7', 'fd00::/8', '192.168.1.0/24'] });

        expect(await target.objectionTo('http://hooks.corp.example/')).toBeUndefined();
        expect(await target.objectionTo('http://[fd00::1]/')).toBeUndefined();
        expect(await target.objectionTo('http://192.168.1.255/')).toBeUndefined();
        expect(await target.objectionTo('http://192.168.2.1/')).toContain(NOT_PUBLIC);
        expect(await target.objectionTo('http://10.0.0.8/')).toContain(NOT_PUBLIC);
    });

    test('is not needed if all addresses are allowed', async () => {
        expect(await outbound({}, { allowPrivate: true }).objectionTo('http://127.0.0.1/')).toBeUndefined();
        expect(await outbound({}, { allowPrivate: true }).objectionTo('file:///etc/passwd')).toBeDefined();
    });
});

test('a name that resolves to an internal address after the check is refused by the call', async () => {
    const { url, port, received } = await receiver();
    const resolutions = [[PUBLIC], ['127.0.0.1']];
    const target = new Outbound({ allowPrivate: false, allowed: [], resolve: async () => resolutions.shift()! });

    expect(await target.objectionTo(`http://rebound.example:${port}/`)).toBeUndefined();
    await expect(target.send(`http://rebound.example:${port}/`, POST)).rejects.toThrow(NOT_PUBLIC);
    expect(received, url).toEqual([]);
});

test('a call connects to the checked address: the name is resolved once for each call', async () => {
    const { port, received } = await receiver();
    let lookups = 0;
    const resolve = async () => {
        lookups += 1;
        return ['127.0.0.1'];
    };
    const target = new Outbound({ allowPrivate: false, allowed: ['127.0.0.1'], resolve });

    // This name does not exist in the DNS, so the connection can only have used the address above.
    await target.send(`http://receiver.invalid:${port}/hook`, { ...POST, body: 'hello' });

    expect(lookups).toBe(1);
    expect(received).toMatchObject([{ body: 'hello', headers: { host: `receiver.invalid:${port}` } }]);
});

test('a redirect is returned as the response and not followed', async () => {
    const { url, received, willRespond } = await receiver();
    willRespond({ status: 302, headers: { location: '/elsewhere' } });

    const response = await outbound({}, { allowed: ['127.0.0.1'] }).send(url, POST);

    expect(response.status).toBe(302);
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
});

test('only the beginning of a long response is read', async () => {
    const { url, willRespond } = await receiver();
    willRespond({ body: 'x'.repeat(5_000_000) });

    const { text } = await outbound({}, { allowed: ['127.0.0.1'] }).send(url, POST);

    expect(text).toBe('x'.repeat(16 * 1024));
});

test('a call can be aborted', async () => {
    const { url, next, willRespond } = await receiver();
    willRespond({ silent: true });
    const abort = new AbortController();
    const arrived = next();

    const call = outbound({}, { allowed: ['127.0.0.1'] }).send(url, { ...POST, signal: abort.signal });
    await arrived;
    abort.abort();

    await expect(call).rejects.toThrow();
});

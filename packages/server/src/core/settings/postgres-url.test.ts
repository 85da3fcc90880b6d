import { expect, test } from 'vitest';
import { nameOfPostgres, readPostgresUrl } from './postgres-url.ts';

const hosts = (url: string) => readPostgresUrl(url)?.hosts.map(({ host, port }) => `${host} ${port}`);

test.each([
    ['postgres://db/flags', ['db 5432']],
    ['postgresql://me:secret@db:6000/flags', ['db 6000']],
    ['postgres:///flags?host=/var/run/postgresql', ['/var/run/postgresql 5432']],
    ['postgres://me:p%40ss@a:5432,b:5433/flags', ['a 5432', 'b 5433']],
    ['postgres://a,b:5433/flags', ['a 5432', 'b 5433']],
    ['postgres://[::1]:5432,[::2]/flags', ['::1 5432', '::2 5432']],
    ['postgres://me@/flags?host=a,b', ['a 5432', 'b 5432']],
    ['postgres://me@/flags?host=a,b&port=6000', ['a 6000', 'b 6000']],
    ['postgres://me@/flags?host=a,b&port=6000,6001', ['a 6000', 'b 6001']],
])('the hosts of %s are parsed like libpq', (url, expected) => {
    expect(hosts(url)).toEqual(expected);
});

test.each([
    'mysql://a/flags',
    'postgres://a:x/flags',
    'postgres://a:1,b:2,c/flags?port=1,2',
    'postgres://me@/flags?host=a,b,c&port=1,2',
    'postgres://a:99999/flags',
    'postgres://a,b/flags?target_session_attrs=master',
])('%s is rejected', (url) => {
    expect(readPostgresUrl(url)).toBeUndefined();
});

test('all other parameters are kept for the connection', () => {
    const { url, target } = readPostgresUrl(
        'postgres://me:p%40ss@a:1,b:2/flags?sslmode=require&target_session_attrs=primary',
    )!;

    expect(target).toBe('primary');
    expect(new URL(url)).toMatchObject({ username: 'me', password: 'p%40ss', pathname: '/flags' });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ sslmode: 'require', host: 'a', port: '1' });
});

test('the name of a database does not contain the password', () => {
    expect(nameOfPostgres('postgres://me:secret@a:1,b/flags?sslmode=require')).toBe('postgres://a:1,b:5432/flags');
});

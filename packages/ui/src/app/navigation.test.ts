import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NAVIGATION } from './navigation.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const inNavigation: string[] = NAVIGATION.flatMap(({ items }) => items.map(({ to }) => to));

/** Screens that other screens or mails link to. */
const LINKED_ELSEWHERE = [
    '/login',
    '/profile',
    '/compare-environments',
    '/connect',
    '/forgotten-password',
    '/reset-password',
    '/new-user',
];

test('every screen without parameters is in the navigation or linked elsewhere', () => {
    const paths = [...read('../router.tsx').matchAll(/^ {4}path: '([^'$]+)'/gm)].map(([, path]) => path!);

    expect(paths.filter((path) => !inNavigation.includes(path)).sort()).toEqual(LINKED_ELSEWHERE.sort());
});

test('every screen of the navigation is opened by a browser test of all screens', () => {
    const tests = globSync('e2e/browser/screens-of-*.test.ts', {
        cwd: new URL('../../../..', import.meta.url).pathname,
    });
    const opened = tests.map((file) => read(`../../../../${file}`)).join('\n');

    expect(tests.length).toBeGreaterThan(2);
    expect(inNavigation.filter((to) => !new RegExp(`['\`]${to}[?'\`]`).test(opened))).toEqual([]);
});

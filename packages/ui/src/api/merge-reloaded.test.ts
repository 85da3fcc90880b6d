import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeReloaded } from './merge-reloaded.ts';

const row = (name: string, version = 1) => ({ name, version });

test('reloaded rows are replaced in place, missing rows are removed, new rows are appended', () => {
    const list = [row('a'), row('b'), row('c')];

    expect(mergeReloaded(list, ['b', 'c', 'd'], [row('d', 2), row('b', 2)])).toEqual([
        row('a'),
        row('b', 2),
        row('d', 2),
    ]);
});

test('reloading some rows results in the same list as reloading all', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
    fc.assert(
        fc.property(names, names, names, (before, after, touched) => {
            const list = before.map((name) => row(name));
            // Only reloaded rows may differ.
            const now = [
                ...before.filter((name) => !touched.includes(name)).map((name) => row(name)),
                ...after.filter((name) => touched.includes(name)).map((name) => row(name, 2)),
            ];
            const answered = now.filter(({ name }) => touched.includes(name));

            const result = mergeReloaded(list, touched, answered);

            const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
            expect(result.toSorted(byName)).toEqual(now.toSorted(byName));
            const stayed = before.filter((name) => result.some((each) => each.name === name));
            expect(result.map(({ name }) => name).slice(0, stayed.length)).toEqual(stayed);
        }),
    );
});

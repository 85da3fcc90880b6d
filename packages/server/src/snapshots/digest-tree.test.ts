import { expect, test } from 'vitest';
import { DigestTree, digestOf } from './digest-tree.ts';

/** Sizes around those at which a leaf becomes a node, and back. */
const SIZES = [0, 1, 2, 31, 32, 33, 34, 500, 1_000];

const treeOf = (names: readonly (string | number)[]): DigestTree => {
    const tree = new DigestTree();
    for (const name of names) tree.add(digestOf(String(name)));
    return tree;
};

const numbersTo = (size: number) => Array.from({ length: size }, (_, index) => index);

test.each(SIZES)('a set of %d digests has the same digest in every order and after every history', (size) => {
    const expected = treeOf(numbersTo(size)).digest;
    const reversed = treeOf(numbersTo(size).reverse());
    const former = treeOf(numbersTo(1_500));
    // Digests of intermediate states are computed and must not survive.
    for (let name = 1_499; name >= size; name--) {
        former.remove(digestOf(String(name)));
        if (name > size) expect(former.digest).not.toBe(expected);
    }

    expect([reversed.digest, reversed.size]).toEqual([expected, size]);
    expect([former.digest, former.size]).toEqual([expected, size]);
});

test('different sets have different digests', () => {
    const sets = SIZES.flatMap((size) => [
        numbersTo(size),
        [...numbersTo(size), 'other'],
        [...numbersTo(size), 'last'],
    ]);
    const replaced = SIZES.filter((size) => size > 0).map((size) => [...numbersTo(size).slice(1), 'replaced']);
    const digests = [...sets, ...replaced].map((names) => treeOf(names).digest);

    expect(new Set(digests).size).toBe(digests.length);
    expect(digests.every((digest) => digest.length === 32)).toBe(true);
});

test('the digest of a set is none of a set that contains its parts', () => {
    const names = numbersTo(100);
    const parts = treeOf([]);
    for (const digest of names.map((name) => treeOf([name]).digest)) parts.add(digest);

    expect(parts.digest).not.toBe(treeOf(names).digest);
});

test('a digest that was added twice and removed once is still part of the set', () => {
    const tree = treeOf([...numbersTo(40), ...numbersTo(40)]);
    for (const name of numbersTo(40)) tree.remove(digestOf(String(name)));

    expect(tree.digest).toBe(treeOf(numbersTo(40)).digest);
});

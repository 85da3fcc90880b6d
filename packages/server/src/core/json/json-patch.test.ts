import { expect, test } from 'vitest';
import { applyPatch, type PatchOperation } from './json-patch.ts';

test.each<[string, unknown, PatchOperation, unknown]>([
    ['add sets a member', { a: 1 }, { op: 'add', path: '/b', value: 2 }, { a: 1, b: 2 }],
    ['add to a list inserts', [1, 3], { op: 'add', path: '/1', value: 2 }, [1, 2, 3]],
    ['add at - appends', { list: [1] }, { op: 'add', path: '/list/-', value: 2 }, { list: [1, 2] }],
    ['add keeps null', {}, { op: 'add', path: '/a', value: null }, { a: null }],
    ['replace changes a member', { a: { b: 1 } }, { op: 'replace', path: '/a/b', value: 2 }, { a: { b: 2 } }],
    ['replace changes an element', [1, 2], { op: 'replace', path: '/0', value: 9 }, [9, 2]],
    ['replace of the empty path changes everything', { a: 1 }, { op: 'replace', path: '', value: [] }, []],
    ['remove deletes a member', { a: 1, b: 2 }, { op: 'remove', path: '/a' }, { b: 2 }],
    ['remove closes the gap in a list', [1, 2, 3], { op: 'remove', path: '/1' }, [1, 3]],
    ['copy leaves the source', { a: [1] }, { op: 'copy', from: '/a', path: '/b' }, { a: [1], b: [1] }],
    ['move takes the source away', { a: 1 }, { op: 'move', from: '/a', path: '/b' }, { b: 1 }],
    ['move within a list', [1, 2, 3], { op: 'move', from: '/0', path: '/2' }, [2, 3, 1]],
    ['~1 and ~0 stand for / and ~', { 'a/b': { 'c~d': 1 } }, { op: 'remove', path: '/a~1b/c~0d' }, { 'a/b': {} }],
    ['inherited names are ordinary', {}, { op: 'add', path: '/constructor', value: 1 }, { constructor: 1 }],
])('%s', (_rule, document, operation, expected) => {
    const before = structuredClone(document);

    expect(applyPatch(document, [operation])).toEqual(expected);
    expect(document).toEqual(before);
});

test.each<[string, unknown, PatchOperation]>([
    ['a path without a slash', { a: 1 }, { op: 'remove', path: 'a' }],
    ['replacing what is not there', {}, { op: 'replace', path: '/a', value: 1 }],
    ['removing what is not there', {}, { op: 'remove', path: '/a' }],
    ['removing what is only inherited', {}, { op: 'remove', path: '/toString' }],
    ['adding below what is not there', {}, { op: 'add', path: '/a/b', value: 1 }],
    ['adding below a text', { a: 'x' }, { op: 'add', path: '/a/b', value: 1 }],
    ['an index past the end', [1], { op: 'add', path: '/2', value: 1 }],
    ['an index that is not a number', [1], { op: 'add', path: '/x', value: 1 }],
    ['an index with a leading zero', [1, 2], { op: 'remove', path: '/01' }],
    ['add without a value', {}, { op: 'add', path: '/a' }],
    ['replace without a value', { a: 1 }, { op: 'replace', path: '/a' }],
    ['copy without a source', {}, { op: 'copy', path: '/a' }],
    ['copying what is not there', {}, { op: 'copy', from: '/b', path: '/a' }],
    ['moving something into itself', { a: {} }, { op: 'move', from: '/a', path: '/a/b' }],
    ['a path through __proto__', {}, { op: 'add', path: '/__proto__/polluted', value: 1 }],
    ['a source through __proto__', {}, { op: 'copy', from: '/__proto__', path: '/a' }],
])('%s is rejected', (_what, document, operation) => {
    expect(() => applyPatch(document, [operation])).toThrow(expect.objectContaining({ name: 'ValidationError' }));
    expect({}).not.toHaveProperty('polluted');
});

test('copies that repeatedly double the document are rejected', () => {
    const doubling: PatchOperation[] = Array.from({ length: 60 }, (_, step) => ({
        op: 'copy',
        from: '',
        path: `/copy-${step}`,
    }));

    expect(() => applyPatch({ a: 'x'.repeat(100) }, doubling)).toThrow(/too large/);
});

test('copies that repeatedly double the depth are rejected', () => {
    const deepening: PatchOperation[] = Array.from({ length: 60 }, (_, step) =>
        step % 2 === 0 ? { op: 'copy', from: '/a', path: '/b/x' } : { op: 'copy', from: '/b', path: '/a/x' },
    );

    expect(() => applyPatch({ a: {}, b: {} }, deepening)).toThrow(/too large/);
});

test('the size of a large value is counted once, not for every step', () => {
    let reads = 0;
    const large = Object.defineProperty({}, 'member', {
        enumerable: true,
        get() {
            reads++;
            return 0;
        },
    });
    const steps = Array.from({ length: 199 }, (): PatchOperation => ({ op: 'replace', path: '/name', value: 'b' }));

    applyPatch({ name: 'a' }, [{ op: 'add', path: '/large', value: large }, ...steps]);

    expect(reads).toBeLessThan(10);
});

test('many small values count as much as a few large ones', () => {
    const value = Array.from({ length: 200_000 }, () => []);

    expect(() => applyPatch({}, [{ op: 'add', path: '/a', value }])).toThrow(/too large/);
});

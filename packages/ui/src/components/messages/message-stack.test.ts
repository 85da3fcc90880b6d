import { expect, test } from 'vitest';
import { messagesToHide } from './message-stack.ts';

const passing = (id: string) => ({ id, stays: false });
const staying = (id: string) => ({ id, stays: true });

test('as long as there is room, nothing goes', () => {
    expect(messagesToHide([])).toEqual([]);
    expect(messagesToHide([passing('a'), staying('b'), passing('c')])).toEqual([]);
});

test('what would go by itself makes room first, the oldest of it', () => {
    expect(messagesToHide([staying('a'), passing('b'), passing('c'), staying('d')])).toEqual(['b']);
});

test('where all stay until they are dismissed, the oldest goes', () => {
    expect(messagesToHide([staying('a'), staying('b'), staying('c'), staying('d')])).toEqual(['a']);
});

test('several go where more are shown than there is room for', () => {
    expect(messagesToHide([staying('a'), passing('b'), staying('c')], 2)).toEqual(['b', 'a']);
});

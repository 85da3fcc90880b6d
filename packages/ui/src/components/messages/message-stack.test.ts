import { expect, test } from 'vitest';
import { messagesToHide } from './message-stack.ts';

const passing = (id: string) => ({ id, stays: false });
const staying = (id: string) => ({ id, stays: true });

test('below the limit, no message is hidden', () => {
    expect(messagesToHide([])).toEqual([]);
    expect(messagesToHide([passing('a'), staying('b'), passing('c')])).toEqual([]);
});

test('messages that close automatically are hidden first, the oldest before the others', () => {
    expect(messagesToHide([staying('a'), passing('b'), passing('c'), staying('d')])).toEqual(['b']);
});

test('if all messages are persistent, the oldest is hidden', () => {
    expect(messagesToHide([staying('a'), staying('b'), staying('c'), staying('d')])).toEqual(['a']);
});

test('several messages are hidden if the limit is exceeded by more than one', () => {
    expect(messagesToHide([staying('a'), passing('b'), staying('c')], 2)).toEqual(['b', 'a']);
});

import { expect, test } from 'vitest';
import { type Piece, sentenceChanges } from './sentence-changes.ts';

/** Words on one side only are in brackets. */
const read = (pieces: readonly Piece[]) => pieces.map(({ text, isNew }) => (isNew ? `[${text}]` : text)).join('');

const lines = (before: string[], after: string[]) =>
    sentenceChanges(before, after).map((change) =>
        change.kind === 'same'
            ? `= ${change.text}`
            : [
                  ...('before' in change ? [`- ${read(change.before)}`] : []),
                  ...('after' in change ? [`+ ${read(change.after)}`] : []),
              ].join('\n'),
    );

test('only the words that differ are marked', () => {
    expect(lines(['25% of users where country is NO.'], ['90% of users where country is NO or SE.'])).toEqual([
        '- [25%] of users where country is NO.\n+ [90%] of users where country is NO[ or SE].',
    ]);
});

test('a decimal number is one word, and punctuation at the end of a sentence is not a word', () => {
    expect(lines(['appVersion is at least 1.2.'], ['appVersion is at least 1.3.'])).toEqual([
        '- appVersion is at least[ 1.2].\n+ appVersion is at least[ 1.3].',
    ]);
});

test('no part of a sentence is lost', () => {
    for (const text of ['a (b), c; d.', ' x  y…', '1.2.3.', '...', ',,']) {
        const [change] = sentenceChanges([text], [`${text} and more`]);
        expect(change?.kind === 'changed' && change.before.map((piece) => piece.text).join('')).toBe(text);
    }
});

test('unchanged sentences appear once; added and removed ones at their positions', () => {
    expect(lines(['Users ada.', 'Everyone.'], ['Users ada.', 'Nobody at all.', 'Everyone.'])).toEqual([
        '= Users ada.',
        '+ [Nobody at all.]',
        '= Everyone.',
    ]);
    expect(lines(['Users ada.', 'Everyone.'], ['Everyone.'])).toEqual(['- [Users ada.]', '= Everyone.']);
    expect(lines([], [])).toEqual([]);
});

test('sentences with nothing in common are not compared word by word', () => {
    expect(lines(['Address 10.0.0.1.'], ['Users where country is NO.'])).toEqual([
        '- [Address 10.0.0.1.]\n+ [Users where country is NO.]',
    ]);
});

test('long lists of values are compared quickly', () => {
    const users = (from: number) => `Users ${Array.from({ length: 20_000 }, (_, index) => from + index).join(', ')}.`;
    const startedAt = performance.now();
    const [change] = sentenceChanges([users(0)], [users(100_000)]);

    expect(change?.kind).toBe('changed');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
});

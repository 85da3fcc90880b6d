import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('rows end as RFC 4180 requires, and an empty cell is empty', () => {
    expect(
        toCsv([
            ['name', 'count'],
            ['flags', 7],
            ['nothing', null],
        ]),
    ).toBe('name,count\r\nflags,7\r\nnothing,\r\n');
});

test.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "hi"', '"say ""hi"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a semicolon, which parts cells in some countries', 'a;=1', '"a;=1"'],
    ['a space', 'a b', '"a b"'],
])('text with %s is quoted', (_what, text, expected) => {
    expect(toCsv([[text]])).toBe(`${expected}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '  =1', '\uff1d1', '\n=1'])(
    'text that spreadsheets take for a formula (%s) stays text',
    (text) => {
        expect(toCsv([[text]])).toBe(`"'${text}"\r\n`);
    },
);

test('numbers stay numbers, also negative ones', () => {
    expect(toCsv([[-42]])).toBe('-42\r\n');
});

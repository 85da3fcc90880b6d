import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('rows end with CRLF as RFC 4180 requires, and null is an empty cell', () => {
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
    ['a semicolon, which separates cells in some locales', 'a;=1', '"a;=1"'],
    ['a space', 'a b', '"a b"'],
])('text with %s is quoted', (_what, text, expected) => {
    expect(toCsv([[text]])).toBe(`${expected}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '  =1', '\uff1d1', '\n=1'])(
    'text that spreadsheets would interpret as a formula (%s) is escaped',
    (text) => {
        expect(toCsv([[text]])).toBe(`"'${text}"\r\n`);
    },
);

test('numbers are not escaped, including negative ones', () => {
    expect(toCsv([[-42]])).toBe('-42\r\n');
});

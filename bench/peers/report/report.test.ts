import { expect, test } from 'vitest';
import type { Results } from '../results.ts';
import { costPicture } from './cost-picture.ts';
import { example } from './example.ts';
import { figure } from './format.ts';
import { growthPicture } from './growth-picture.ts';
import { toMarkdown } from './markdown.ts';
import { logScale, text } from './svg.ts';

const cellsOf = (markdown: string, start: string) =>
    markdown
        .split('\n')
        .find((line) => line.startsWith(`| ${start}`))
        ?.split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());

test('a figure has three significant digits', () => {
    expect([0.012345, 0.5, 1.5, 12.34, 123.4, 12_345, Number.NaN].map(figure)).toEqual([
        '0.012',
        '0.5',
        '1.5',
        '12.3',
        '123',
        '12,345',
        '–',
    ]);
});

test('the table has medians, and ratios of consecutive rounds', () => {
    // The second round was disturbed for both: 3, 3 and 3.1 times, where the medians would result in 3.1.
    expect(cellsOf(toMarkdown(example), 'search, page')).toEqual([
        'search, page of 50',
        '40',
        '0.31',
        '0.5',
        '0.1',
        '≤ 4 × bare',
        '3 × met, 5 × **missed**',
    ]);
});

test('targets differ between the databases, and are not evaluated without a measurement', () => {
    const markdown = toMarkdown(example);
    expect(cellsOf(markdown, 'toggle')?.slice(1)).toEqual(['9.3', '0.7', '1.9', '–', '≤ 0.6 / ≤ 2', '**missed**, met']);
    expect(cellsOf(markdown, 'import')?.slice(1)).toEqual([
        '23',
        '7,000',
        '2,000',
        '–',
        '≥ 5,000 / ≥ 2,500',
        'met, **missed**',
    ]);
    expect(cellsOf(markdown, 'memory')?.at(-1)).toBe('met, **missed**');
});

test('sizes that a server did not reach, and rejected requests, are reported', () => {
    const markdown = toMarkdown(example);
    expect(markdown).toContain('With 20,000 flags Unleash was not loaded: importing would have taken');
    expect(markdown).toMatch(/\| search, page of 50 \| Halyard PostgreSQL \| 0.5 \| refused \(400\) \|/);
});

test('growth is shown for rows that were measured more than once', () => {
    const growth = toMarkdown(example).split('## Growth')[1];
    expect(growth).toContain('| search, page of 50 | Halyard embedded | 0.31 | 0.4 |');
    expect(growth).not.toContain('toggle');
    expect(growthPicture(example)).not.toContain('toggle');
});

test('a busy machine is reported', () => {
    expect(toMarkdown(example)).toContain('Nothing else of note ran there.');
    expect(toMarkdown({ ...example, otherLoad: 1.26 })).toContain('kept 1.3 cores busy');
    expect(toMarkdown({ ...example, otherLoad: Number.NaN })).toContain('does not tell what its processes cost');
});

test('a logarithmic axis spans whole decades', () => {
    const scale = logScale([0.03, 40], [0, 400]);
    expect(scale.decades).toEqual([0.01, 0.1, 1, 10, 100]);
    expect(scale(0.01)).toBeCloseTo(0);
    expect(scale(1)).toBeCloseTo(200);
    expect(scale(100)).toBeCloseTo(400);
});

test('text in pictures is escaped', () => {
    expect(text(1, 2, 'a < b & "c"')).toBe('<text x="1" y="2">a &lt; b &amp; &quot;c&quot;</text>');
});

test('pictures have a text alternative and a dark mode', () => {
    for (const svg of [costPicture(example), growthPicture(example)]) {
        expect(svg).toMatch(/role="img" aria-labelledby="title description"/);
        expect(svg).toContain('prefers-color-scheme: dark');
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(costPicture(example)).toContain(
        'search, page of 50: Unleash 40, Halyard embedded 0.31, Halyard on PostgreSQL 0.5, bare server 0.1.',
    );
    // 40 for Unleash, 0.5 for Halyard.
    expect(costPicture(example)).toContain('>80 ×<');
});

test('without CPU time there are tables, but no pictures', () => {
    const unknown: Results = JSON.parse(JSON.stringify(example), (key, value) =>
        key === 'rounds' && Array.isArray(value) ? value.map(() => Number.NaN) : value,
    );
    expect(costPicture(unknown)).toBeUndefined();
    expect(cellsOf(toMarkdown(unknown), 'search, page')?.at(-1)).toBe('–, –');
});

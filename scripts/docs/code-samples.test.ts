import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const SAMPLE = /(?:<!-- from: (?<file>\S+) -->\n)?```ts\n(?<code>[\s\S]*?)```/g;

const linesOf = (text: string) =>
    text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');

/** Whether these lines follow each other in the file. Omitted lines are marked by an ellipsis. */
function isExcerpt(sample: readonly string[], source: readonly string[]): boolean {
    const passages = sample.join('\n').split(/^…$/m).map(linesOf);
    let from = 0;
    return passages.every((passage) => {
        const found = source.findIndex(
            (_, start) => start >= from && passage.every((line, index) => source[start + index] === line),
        );
        from = found + passage.length;
        return found >= 0;
    });
}

// The sources compile, so their excerpts do.
test.each(['CONVENTIONS.md', 'ARCHITECTURE.md'])('the code samples of %s are excerpts of the sources', (document) => {
    const samples = Array.from(
        read(document).matchAll(SAMPLE),
        ({ groups }) => groups as { file?: string; code: string },
    );

    const wrong = samples.filter(({ file, code }) => !file || !isExcerpt(linesOf(code), linesOf(read(file))));

    expect(wrong).toEqual([]);
    expect(read(document).match(/```ts/g)?.length ?? 0).toBe(samples.length);
});

test('a line that the source does not contain is reported', () => {
    const source = ['first', 'second', 'third', 'fourth'];

    expect(isExcerpt(['first', '…', 'third', 'fourth'], source)).toBe(true);
    expect(isExcerpt(['first', 'third'], source)).toBe(false);
    expect(isExcerpt(['third', '…', 'first'], source)).toBe(false);
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { LONG } from './support/screens.ts';

const WIDTH_AT = 16;
const HEIGHT_AT = 20;

test('the command for the screenshots of the README takes all of them, in both colour schemes', LONG, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'screenshots-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));

    await promisify(execFile)(process.execPath, ['scripts/docs/screenshots.ts', folder]);

    const files = readdirSync(folder).sort();
    const images = files.map((file) => readFileSync(path.join(folder, file)));
    expect(files).toEqual(readdirSync('docs/screenshots').sort());
    expect(images.map((image) => [image.readUInt32BE(WIDTH_AT), image.readUInt32BE(HEIGHT_AT)])).toEqual(
        files.map(() => [1440, 880]),
    );
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(files.length);
    const shown = readFileSync('README.md', 'utf8').matchAll(/docs\/screenshots\/([\w-]+\.png)/g);
    expect([...new Set(Array.from(shown, ([, file]) => file))].sort()).toEqual(files);
});

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** One process for all files: it parses each like Node, without running it. */
const PARSE_ALL = `
    const { readFileSync } = require('node:fs');
    const { SourceTextModule } = require('node:vm');
    const { files } = JSON.parse(readFileSync('packages/server/dist/.contents.json', 'utf8'));
    const scripts = files.filter((file) => file.endsWith('.js'));
    const broken = scripts.flatMap((file) => {
        try {
            new SourceTextModule(readFileSync(file, 'utf8'));
            return [];
        } catch (error) {
            return file + ': ' + error.message;
        }
    });
    console.log(JSON.stringify({ count: scripts.length, broken }));
`;

test('every file of the build parses', async () => {
    const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--experimental-vm-modules', '--no-warnings', '-e', PARSE_ALL],
        { cwd: path.resolve(import.meta.dirname, '..') },
    );

    const { count, broken } = JSON.parse(stdout);
    expect(count).toBeGreaterThan(50);
    expect(broken).toEqual([]);
});

/**
 * The duration of `halyard refs scan` for repositories of growing size, with few and with many flags: it should depend on the files only.
 * `npm run bench -- code-references [files] [flags]`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scan, workingFiles } from '@halyard/cli/refs/scan';
import { settingsOf } from '@halyard/cli/refs/settings';

const [files = '4000', flags = '5000'] = process.argv.slice(2).map(Number).map(String);
const LINES = 200;

/** Code with a flag in one line of fifty: called, defined, or used by its alias. */
function write(folder: string, count: number, names: readonly string[]): void {
    const line = (file: number, number: number) => {
        const name = names[(file * 31 + number) % names.length]!;
        if (number % 100 === 0) return `if (client.isEnabled('${name}', { userId: "${file}" })) { render(); }`;
        if (number % 100 === 50) return `export const ${name.toUpperCase().replaceAll('-', '_')} = "${name}";`;
        return `const value${number} = compute("some text ${number}", { file: ${file}, label: 'a label' }); // don't`;
    };
    for (let file = 0; file < count; file++) {
        const text = Array.from({ length: LINES }, (_, number) => line(file, number)).join('\n');
        const subfolder = path.join(folder, `src/${file % 50}`);
        mkdirSync(subfolder, { recursive: true });
        writeFileSync(path.join(subfolder, `module-${file}.ts`), text);
    }
    execFileSync('git', ['init', '-q'], { cwd: folder });
}

for (const count of [Number(files) / 4, Number(files) / 2, Number(files)]) {
    for (const flagCount of [50, Number(flags)]) {
        const folder = mkdtempSync(path.join(tmpdir(), 'halyard-bench-refs-'));
        const names = Array.from({ length: flagCount }, (_, index) => `feature-number-${index}`);
        write(folder, count, names);
        const began = process.cpuUsage();
        const settings = await settingsOf(folder);
        const result = await scan(await workingFiles(folder, folder), { flags: names, settings, hashKey: 'bench' });
        const { user, system } = process.cpuUsage(began);
        const seconds = ((user + system) / 1_000_000).toFixed(2);
        const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
        console.log(
            `${count} files of ${LINES} lines, ${flagCount} flags: ${result.references.length} references in ${seconds} s of processor time, ${memory} MB`,
        );
        rmSync(folder, { recursive: true, force: true });
    }
}

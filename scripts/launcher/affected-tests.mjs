import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.|@halyard\/)[^']+)'/g;
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

/** Nearly every test starts the whole service, so an import of the composition root does not show what a test covers. */
const isCompositionRoot = (/** @type {string} */ file) => /(^|\/)src\/(app|routes|services)\.ts$/.test(file);

/**
 * Returns the test files that a change may affect: changed ones, those that import a changed file without going through the composition
 * root, and those in the folder of a changed file. A quick check during development; only `npm test` runs everything.
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, string>} sources text by path
 */
export function affectedTests(changed, sources) {
    const importers = importersOf(sources);
    const reached = new Set(changed);
    for (const file of reached) {
        if (isCompositionRoot(file) && !changed.includes(file)) continue;
        for (const importer of importers.get(file) ?? []) reached.add(importer);
    }
    const folders = new Set(changed.filter((file) => sources.has(file)).map((file) => path.posix.dirname(file)));
    return [...sources.keys()]
        .filter((file) => isTest(file) && (reached.has(file) || folders.has(path.posix.dirname(file))))
        .sort();
}

/** @param {ReadonlyMap<string, string>} sources */
function importersOf(sources) {
    /** @type {Map<string, string[]>} */
    const importers = new Map();
    for (const [file, text] of sources) {
        for (const [, specifier = ''] of text.matchAll(IMPORT)) {
            const imported = importedFile(file, specifier);
            importers.set(imported, [...(importers.get(imported) ?? []), file]);
        }
    }
    return importers;
}

/** @param {string} file @param {string} specifier */
function importedFile(file, specifier) {
    const [, name, inside = 'index'] = /^@halyard\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    return name ? `packages/${name}/src/${inside}.ts` : path.posix.join(path.posix.dirname(file), specifier);
}

/** Returns the files that differ from the commit, including untracked ones. @param {string} commit */
export function changedFiles(commit) {
    return [...gitLines('diff', '--name-only', commit), ...gitLines('ls-files', '--others', '--exclude-standard')];
}

export function readSources() {
    const files = gitLines('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs');
    return new Map(files.flatMap((file) => textOf(file)));
}

/** A tracked file may have been deleted. @param {string} file @returns {[string, string][]} */
function textOf(file) {
    try {
        return [[file, readFileSync(file, 'utf8')]];
    } catch {
        return [];
    }
}

/** @param {string[]} args */
function gitLines(...args) {
    const output = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return output.split('\n').filter(Boolean);
}

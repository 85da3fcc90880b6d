// Stores the server that `npm run build` has just built, for the test that runs it next to the next version. See e2e/releases/README.md.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FOLDER = 'e2e/releases';
const SERVER = 'packages/server';

/** Collects the files that the entry imports, without those of earlier builds. @param {string} name @param {Set<string>} found */
function collectFiles(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, part] of readFileSync(`${SERVER}/dist/${name}`, 'utf8').matchAll(/["']\.\/([\w-]+\.js)["']/g)) {
        if (part) collectFiles(part, found);
    }
    return found;
}

const scratch = mkdtempSync(path.join(tmpdir(), 'halyard-release-'));
await mkdir(path.join(scratch, 'dist'));
await cp(`${SERVER}/package.json`, path.join(scratch, 'package.json'));
for (const name of collectFiles('main.js')) await cp(`${SERVER}/dist/${name}`, path.join(scratch, 'dist', name));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
writeFileSync(path.join(scratch, 'commit'), `${commit}\n`);
for (const old of globSync(`${FOLDER}/*.tgz`)) rmSync(old);
execFileSync('tar', [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--mtime=2026-01-01',
    '-czf',
    `${FOLDER}/previous.tgz`,
    '-C',
    scratch,
    '.',
]);
rmSync(scratch, { recursive: true });
console.log(`${FOLDER}/previous.tgz is ${commit}. Commit it with the release.`);

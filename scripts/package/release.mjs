import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure, run, runOrFail, say } from '../launcher/run.mjs';
import { readJson } from './contents.mjs';
import { pack } from './pack.mjs';
import { LIBRARIES, packLibrary } from './pack-library.mjs';
import { datedChangelog, PUBLISHING } from './publish.mjs';

const CHART = 'deploy/helm/halyard';
const CHECKSUMS = 'SHA256SUMS';
const PROVENANCE = 'provenance.intoto.json';

/** The reason why a step cannot run on this machine; it does not fail the release. */
export class NotPossible extends Error {}

/** @typedef {{ folder: string, version: string, startedAt: Date }} Release */
/** @typedef {{ name: string, run: (release: Release) => Promise<string> | string }} Step a step returns what it did */
/** @typedef {{ name: string, state: 'done' | 'not done' | 'failed', detail: string }} Result */

/** @type {readonly Step[]} */
const STEPS = [
    { name: 'sources', run: checkSources },
    { name: 'tests', run: runTests },
    { name: 'package', run: makePackage },
    { name: 'libraries', run: makeLibraries },
    { name: 'rebuild', run: rebuild },
    { name: 'image', run: makeImage },
    { name: 'chart', run: makeChart },
    { name: 'chart-check', run: checkChart },
    { name: 'provenance', run: writeProvenance },
    { name: 'checksums', run: writeChecksums },
    { name: 'signature', run: sign },
];

/** The checks that a release may be published without: their programs or keys are optional. */
const OPTIONAL = ['rebuild', 'chart-check', 'signature'];

/**
 * Builds and verifies all files of a release. With `--publish`, also dates the changelog, commits, tags and publishes.
 * @param {string[]} args `[--publish] [--skip step,step] [folder]`
 * @returns {Promise<number>} the exit code: 1 if a step failed
 */
export async function release(args) {
    const { version } = readJson('package.json');
    const standard = `dist/halyard-${version}`;
    const { folder = standard, skipped, isPublished } = parseArgs(args);
    if (isPublished) tagVersion(version);
    if (folder === standard) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty: name an empty folder or a new one.`);
    const made = { folder, version, startedAt: new Date() };
    const results = await runSteps(STEPS, skipped, made);
    if (isPublished) results.push(...(await publish(results, made)));
    process.stdout.write(summary(folder, results));
    return results.some(({ state }) => state === 'failed') ? 1 : 0;
}

/** Publishes only if everything was built and verified. @param {readonly Result[]} built @param {Release} made */
async function publish(built, made) {
    const missing = built.filter(({ name, state }) => state !== 'done' && !OPTIONAL.includes(name));
    if (missing.length === 0) return runSteps(PUBLISHING, [], made);
    const detail = `nothing is published without ${missing.map(({ name }) => name).join(', ')}`;
    return PUBLISHING.map(({ name }) => ({ name, state: /** @type {const} */ ('not done'), detail }));
}

/** Dates the section of the version in the changelog, commits and tags, unless that was done. @param {string} version */
function tagVersion(version) {
    if (git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) return;
    if (git('status', '--porcelain') !== '') throw new Failure('There are uncommitted files: commit or remove them.');
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync('CHANGELOG.md', datedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today));
    git('commit', '--quiet', '--all', '--message', `Release ${version}`);
    git('tag', '--annotate', '--message', `Halyard ${version}`, `v${version}`);
}

/** @param {string[]} args */
function parseArgs(args) {
    const names = STEPS.map(({ name }) => name);
    const isPublished = args.includes('--publish');
    const others = args.filter((each) => each !== '--publish');
    const at = others.indexOf('--skip');
    const skipped = at < 0 ? [] : (others[at + 1] ?? '').split(',');
    const [folder, ...more] = at < 0 ? others : others.toSpliced(at, 2);
    const unknown = skipped.filter((name) => !names.includes(name));
    if (more.length > 0 || folder?.startsWith('-') || unknown.length > 0) {
        throw new Failure(`npm run release -- [--publish] [--skip step,step] [folder]. Steps: ${names.join(', ')}.`);
    }
    return { folder, skipped, isPublished };
}

/**
 * Runs all steps, also after a failure, so that one run reports everything.
 * @param {readonly Step[]} steps @param {readonly string[]} skipped @param {Release} release
 */
export async function runSteps(steps, skipped, release) {
    /** @type {Result[]} */
    const results = [];
    for (const step of steps) {
        if (skipped.includes(step.name)) {
            results.push({ name: step.name, state: 'not done', detail: 'skipped with --skip' });
            continue;
        }
        say(`\n${step.name}`);
        results.push(await runStep(step, release));
    }
    return results;
}

/** @param {Step} step @param {Release} release @returns {Promise<Result>} */
async function runStep({ name, run: work }, release) {
    try {
        return { name, state: 'done', detail: await work(release) };
    } catch (error) {
        if (error instanceof NotPossible) return { name, state: 'not done', detail: error.message };
        if (error instanceof Failure) return { name, state: 'failed', detail: error.message };
        throw error;
    }
}

/** @param {string} folder @param {readonly Result[]} results */
export function summary(folder, results) {
    const lines = (/** @type {Result['state']} */ state) =>
        results.filter((each) => each.state === state).map(({ name, detail }) => `  ${name}: ${detail}`);
    const parts = [
        ['Done:', ...lines('done')],
        ['Not done:', ...lines('not done')],
        ['Failed:', ...lines('failed')],
    ].filter((part) => part.length > 1);
    const isComplete = results.every(({ state }) => state === 'done');
    const isPublished = PUBLISHING.every(({ name }) => results.some((each) => each.name === name));
    const completed = isPublished ? 'and published.' : 'Nothing is published: add --publish.';
    const verdict = isComplete
        ? `${folder} is complete${isPublished ? ' ' : '. '}${completed}`
        : `${folder} is not a complete release.`;
    return `\n${parts.map((part) => part.join('\n')).join('\n')}\n${verdict}\n`;
}

/** Checks that the sources are those of a release: committed, and with a dated section in the changelog. @param {Release} release */
function checkSources({ version }) {
    const problems = sourceProblems({
        version,
        changelog: readFileSync('CHANGELOG.md', 'utf8'),
        changed: git('status', '--porcelain').split('\n').filter(Boolean).length,
        tags: git('tag', '--points-at', 'HEAD').split('\n'),
    });
    if (problems.length > 0) throw new Failure(problems.join(' '));
    return `commit ${git('rev-parse', 'HEAD')}`;
}

/** @param {{ version: string, changelog: string, changed: number, tags: string[] }} sources */
export function sourceProblems({ version, changelog, changed, tags }) {
    const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
    const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog)?.[1] ?? '';
    return [
        ...(changed > 0 ? [`${changed} files are not committed: commit or remove them.`] : []),
        ...(heading === undefined || !/ - \d{4}-\d\d-\d\d$/.test(heading)
            ? [`CHANGELOG.md has no section "## [${version}] - <date>": add it.`]
            : []),
        ...(/^- /m.test(unreleased)
            ? [`CHANGELOG.md has entries under "Unreleased": move them to the section of ${version}.`]
            : []),
        ...(tags.includes(`v${version}`) ? [] : [`The commit has no tag v${version}: create it.`]),
    ];
}

async function runTests() {
    if ((await run('node', ['scripts/launch.mjs', 'test'])) !== 0)
        throw new Failure('npm test failed; its messages are above.');
    return 'npm test passed';
}

/** Creates the package with its SBOM and licences, and installs it into an empty folder. @param {Release} release */
async function makePackage({ folder, version }) {
    const file = await pack(folder);
    const scratch = mkdtempSync(path.join(tmpdir(), 'halyard-release-'));
    try {
        writeFileSync(path.join(scratch, 'package.json'), '{ "private": true }');
        const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
        await runOrFail('npm', [...install, path.resolve(file)], { cwd: scratch });
        const printed = await runOrFail(path.join(scratch, 'node_modules/.bin/halyard'), ['--version'], {
            cwd: scratch,
        });
        if (!printed.includes(version)) throw new Failure(`The installed package prints "${printed}" as its version.`);
    } finally {
        rmSync(scratch, { recursive: true });
    }
    const { components } = readJson(path.join(folder, 'sbom.cdx.json'));
    return `${path.basename(file)} with SBOM (${components.length} packages) and licences, installed and started`;
}

/** Creates the packages of the engine and the statistics. @param {Release} release */
async function makeLibraries({ folder }) {
    const files = [];
    for (const library of LIBRARIES) files.push(path.basename(await packLibrary(library, folder)));
    return files.join(', ');
}

/** Builds the committed sources again in another folder and compares the packages. @param {Release} release */
async function rebuild({ folder, version }) {
    if (git('status', '--porcelain') !== '') throw new NotPossible('there are uncommitted changes');
    const file = `halyard-${version}.tgz`;
    if (!existsSync(path.join(folder, file))) throw new NotPossible('there is no package');
    const scratch = mkdtempSync(path.join(tmpdir(), 'halyard-rebuild-'));
    try {
        await runOrFail('git', ['clone', '--quiet', '.', path.join(scratch, 'clone')]);
        await runOrFail('node', ['scripts/launch.mjs', 'pack', scratch], { cwd: path.join(scratch, 'clone') });
        if (digestOf(path.join(scratch, file)) !== digestOf(path.join(folder, file))) {
            throw new Failure('A second build in another folder gave another package.');
        }
    } finally {
        rmSync(scratch, { recursive: true });
    }
    return 'a second build in another folder gave the same package';
}

/** Builds the image, starts it, and saves it to a file for machines without a registry. @param {Release} release */
async function makeImage({ folder, version }) {
    const tool = ['docker', 'podman'].find((each) => spawnSync(each, ['info']).status === 0);
    if (!tool) throw new NotPossible('neither docker nor podman runs on this machine');
    const image = `halyard:${version}`;
    await runOrFail(tool, ['build', '--file', 'deploy/Dockerfile', '--tag', image, '.']);
    const printed = await runOrFail(tool, ['run', '--rm', image, '--version']);
    if (!printed.includes(version)) throw new Failure(`The image prints "${printed}" as its version.`);
    await runOrFail(tool, ['save', '--output', path.join(folder, `halyard-${version}.image.tar`), image]);
    return `${image}, built with ${tool}, started and saved; not pushed`;
}

/** Packages the chart: the same folder layout as `helm package`, with the same bytes each time. @param {Release} release */
async function makeChart({ folder, version }) {
    const file = path.join(folder, `halyard-chart-${version}.tgz`);
    const fixed = [
        '--sort=name',
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--mtime=2026-01-01',
        '--mode=u=rwX,go=rX',
    ];
    const { stdout } = spawnSync('tar', ['--version'], { encoding: 'utf8' });
    if (!stdout?.includes('GNU tar')) throw new NotPossible('GNU tar is not installed');
    await runOrFail('tar', [
        ...fixed,
        '--use-compress-program=gzip -n',
        '-cf',
        file,
        '-C',
        path.dirname(CHART),
        path.basename(CHART),
    ]);
    return path.basename(file);
}

/** Renders the packaged chart. @param {Release} release */
async function checkChart({ folder, version }) {
    if (spawnSync('helm', ['version']).status !== 0) throw new NotPossible('helm is not installed');
    const file = path.join(folder, `halyard-chart-${version}.tgz`);
    if (!existsSync(file)) throw new NotPossible('there is no chart');
    const values = ['--set', 'image.repository=halyard,dbConfig.host=db.example.com'];
    await runOrFail('helm', ['lint', CHART, ...values]);
    await runOrFail('helm', ['template', 'release', file, ...values]);
    return 'helm lint and helm template passed';
}

/**
 * Writes an in-toto statement with SLSA provenance: which sources and which machine produced the files. Its value depends on the signature.
 * @param {Release} release
 */
function writeProvenance({ folder, version, startedAt }) {
    const files = filesOf(folder);
    const statement = {
        _type: 'https://in-toto.io/Statement/v1',
        subject: files.map((name) => ({ name, digest: { sha256: digestOf(path.join(folder, name)) } })),
        predicateType: 'https://slsa.dev/provenance/v1',
        predicate: {
            buildDefinition: {
                buildType: 'urn:halyard:npm-run-release:1',
                externalParameters: { version },
                internalParameters: { node: process.version, platform: process.platform, arch: process.arch },
                resolvedDependencies: [
                    {
                        uri: process.env['RELEASE_SOURCE'] ?? 'git+file:.',
                        digest: { gitCommit: git('rev-parse', 'HEAD') },
                    },
                    { uri: 'package-lock.json', digest: { sha256: digestOf('package-lock.json') } },
                ],
            },
            runDetails: {
                builder: { id: process.env['RELEASE_BUILDER'] ?? 'urn:halyard:unnamed-builder' },
                metadata: { startedOn: startedAt.toISOString(), finishedOn: new Date().toISOString() },
            },
        },
    };
    writeFileSync(path.join(folder, PROVENANCE), `${JSON.stringify(statement, null, 2)}\n`);
    return `${PROVENANCE} for ${files.length} files`;
}

/** Writes the hashes of all files, in the format of `sha256sum --check`. @param {Release} release */
function writeChecksums({ folder }) {
    const files = filesOf(folder);
    const lines = files.map((name) => `${digestOf(path.join(folder, name))}  ${name}\n`);
    writeFileSync(path.join(folder, CHECKSUMS), lines.join(''));
    return `${CHECKSUMS} of ${files.length} files`;
}

/** Signs the checksums, which cover every other file. @param {Release} release */
async function sign({ folder }) {
    const key = process.env['RELEASE_GPG_KEY'];
    if (!key) throw new NotPossible('RELEASE_GPG_KEY does not name a key');
    const file = path.join(folder, CHECKSUMS);
    if (!existsSync(file)) throw new NotPossible(`there is no ${CHECKSUMS}`);
    await runOrFail('gpg', ['--batch', '--local-user', key, '--armor', '--detach-sign', file]);
    await runOrFail('gpg', ['--batch', '--verify', `${file}.asc`, file]);
    return `${CHECKSUMS}.asc, signed with ${key} and verified`;
}

/** @param {string} folder */
const filesOf = (folder) =>
    readdirSync(folder)
        .filter((name) => !name.startsWith(CHECKSUMS))
        .sort();

/** @param {string} file */
const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @param {string[]} args */
function git(...args) {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
    if (status !== 0) throw new Failure(`git ${args[0]} failed: ${stderr}`);
    return stdout.trim();
}

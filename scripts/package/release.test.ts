import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../launcher/run.mjs';
import { datedChangelog } from './publish.mjs';
import { NotPossible, runSteps, sourceProblems, summary } from './release.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [2.0.0] - 2030-01-31\n\n### Added\n\n- A.\n';
const clean = { version: '2.0.0', changelog: CHANGELOG, changed: 0, tags: ['v2.0.0'] };

test.each([
    ['is committed, tagged and in the changelog', {}, []],
    ['has uncommitted files', { changed: 2 }, ['2 files are not committed']],
    ['is not in the changelog', { version: '2.1.0', tags: ['v2.1.0'] }, ['no section "## [2.1.0] - <date>"']],
    ['has no date', { changelog: CHANGELOG.replace(' - 2030-01-31', '') }, ['no section "## [2.0.0] - <date>"']],
    [
        'has unreleased entries',
        { changelog: CHANGELOG.replace('## [2', '### Fixed\n\n- B.\n\n## [2') },
        ['entries under "Unreleased"'],
    ],
    ['has no tag', { tags: ['v1.9.0'] }, ['no tag v2.0.0']],
])('the version of a release %s', (_, change, expected) => {
    const problems = sourceProblems({ ...clean, ...change });

    expect(problems).toHaveLength(expected.length);
    for (const [at, text] of expected.entries()) expect(problems[at]).toContain(text);
});

test('a release runs all steps after a failure and lists the steps that were and were not done', async () => {
    const ran: string[] = [];
    const step = (name: string, result: string | Error) => ({
        name,
        run() {
            ran.push(name);
            if (result instanceof Error) throw result;
            return result;
        },
    });
    const steps = [
        step('package', 'x.tgz'),
        step('tests', new Failure('two tests failed')),
        step('image', new NotPossible('docker is not installed')),
        step('rebuild', 'never'),
        step('chart', 'chart.tgz'),
    ];

    const results = await runSteps(steps, ['rebuild'], { folder: 'dist/x', version: '2.0.0', startedAt: new Date() });

    expect(ran).toEqual(['package', 'tests', 'image', 'chart']);
    expect(summary('dist/x', results)).toBe(`
Done:
  package: x.tgz
  chart: chart.tgz
Not done:
  image: docker is not installed
  rebuild: skipped with --skip
Failed:
  tests: two tests failed
dist/x is not a complete release.
`);
});

test.each([
    ['an unknown step', ['--skip', 'fly'], /^npm run release -- .*Steps: sources, tests, package/],
    ['a folder with other files', ['docs'], /^docs is not empty/],
])('a release with %s is rejected before anything is changed', (_, args, message) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/package/main.mjs', 'release', ...args], {
        cwd: ROOT,
        encoding: 'utf8',
    });

    expect(status).toBe(1);
    expect(stderr).toMatch(message);
});

test('publishing dates the section of the version and leaves an empty one for later changes', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n';

    const dated = datedChangelog(changelog, '2.0.0', '2030-01-31');

    expect(dated).toBe('# Changelog\n\n## [Unreleased]\n\n## [2.0.0] - 2030-01-31\n\n### Added\n\n- A.\n');
    expect(sourceProblems({ ...clean, changelog: dated })).toEqual([]);
});

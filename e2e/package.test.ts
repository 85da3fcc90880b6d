import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ADMIN_TOKEN, testApp } from '../packages/server/test/support/test-app.ts';
import { EVERY_COMMAND, failureOfStart } from './support/every-command.ts';
import { CLIENT_TOKEN } from './support/server-process.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-package-'));
const stage = path.join(ROOT, '.cache/package');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const tarball = path.join(folder, `halyard-${version}.tgz`);

const read = (name: string) => JSON.parse(readFileSync(path.join(stage, name), 'utf8'));

function run(command: string, args: string[], cwd: string): string {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    expect(status, `${command} ${args.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
}

const digest = () => createHash('sha256').update(readFileSync(tarball)).digest('hex');

const home = path.join(folder, 'empty');
const installed = path.join(home, 'node_modules/.bin/halyard');

/** The signing key exists only in this folder. Its path is short because it contains a socket. */
const gpgHome = mkdtempSync(path.join(tmpdir(), 'gpg-'));
let summary = '';
const hasGpg = spawnSync('gpg', ['--version']).status === 0;
const hasGnuTar = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU tar');

beforeAll(() => {
    summary = makeRelease();
    installPackage();
});
afterAll(() => {
    spawnSync('gpgconf', ['--homedir', gpgHome, '--kill', 'all']);
    for (const each of [folder, gpgHome]) rmSync(each, { recursive: true });
});

/** The checks of the sources and the slow steps are left out. */
function makeRelease(): string {
    const key = 'release@example.com';
    const env = { ...process.env, GNUPGHOME: gpgHome, RELEASE_GPG_KEY: hasGpg ? key : '' };
    spawnSync('gpg', ['--batch', '--passphrase', '', '--quick-generate-key', key, 'ed25519', 'sign'], { env });
    const args = ['scripts/launch.mjs', 'release', '--skip', 'sources,tests,rebuild,image', folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    return stdout;
}

test('a release contains package, SBOM, licences, chart, provenance and signed checksums', () => {
    const listed = [
        'THIRD-PARTY-LICENSES.txt',
        `halyard-${version}.tgz`,
        ...(hasGnuTar ? [`halyard-chart-${version}.tgz`] : []),
        `halyard-engine-${version}.tgz`,
        `halyard-stats-${version}.tgz`,
        'provenance.intoto.json',
        'sbom.cdx.json',
    ];
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(['SHA256SUMS', ...(hasGpg ? ['SHA256SUMS.asc'] : []), ...listed]);
    const hash = (name: string) =>
        createHash('sha256')
            .update(readFileSync(path.join(folder, name)))
            .digest('hex');
    const checksums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8');
    expect(checksums).toBe(listed.map((name) => `${hash(name)}  ${name}\n`).join(''));
    if (hasGpg) run('gpg', ['--homedir', gpgHome, '--verify', 'SHA256SUMS.asc', 'SHA256SUMS'], folder);
    if (hasGnuTar) {
        const chart = run('tar', ['-tzf', `halyard-chart-${version}.tgz`], folder).split('\n');
        expect(chart).toEqual(expect.arrayContaining(['halyard/Chart.yaml', 'halyard/templates/edge.yaml']));
    }
    const provenance = JSON.parse(readFileSync(path.join(folder, 'provenance.intoto.json'), 'utf8'));
    expect(provenance.predicateType).toBe('https://slsa.dev/provenance/v1');
    expect(provenance.subject).toContainEqual({ name: `halyard-${version}.tgz`, digest: { sha256: digest() } });
});

test('a release ends with the list of steps that were not done', () => {
    const notDone = summary.split('\nNot done:\n')[1];
    for (const name of ['sources', 'tests', 'rebuild', 'image']) {
        expect(notDone).toContain(`  ${name}: skipped with --skip\n`);
    }
    expect(summary.trimEnd()).toMatch(/ is not a complete release\.$/);
});

/** Installs into an empty folder, without network and scripts. */
function installPackage(): void {
    mkdirSync(home);
    writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
    const install = (how: string, ...more: string[]) =>
        spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', how, ...more, tarball], {
            cwd: home,
        });
    // Packages that are not in the npm cache of this machine are downloaded once, and not into this folder.
    if (install('--offline').status !== 0) {
        install('--prefer-offline', '--prefix', path.join(folder, 'elsewhere'));
        expect(String(install('--offline').stderr)).not.toContain('error');
    }
}

test('the installed package serves the UI and an SDK', async () => {
    const url = await start(installed, path.join(home, 'data'));

    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect(script, page).toBeDefined();
    expect((await fetch(`${url}/${script}`)).headers.get('content-type')).toContain('javascript');
    // Neither its pages nor the binary for passwords are in the bundle.
    expect((await fetch(`${url}/docs/openapi/`)).status).toBe(200);
    const login = await fetch(`${url}/auth/simple/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'Correct-horse-7' }),
    });
    expect(login.status).toBe(200);
    const { startUnleash } = await import('unleash-client');
    const sdk = await startUnleash({
        url: `${url}/api`,
        appName: 'shop',
        customHeaders: { authorization: CLIENT_TOKEN },
        disableMetrics: true,
        backupPath: home,
    });
    onTestFinished(() => sdk.destroy());
    expect(sdk.getFeatureToggleDefinitions()).toEqual([]);
}, 120_000);

test('the installed package runs the files of the build, unchanged', () => {
    const { files } = JSON.parse(readFileSync(path.join(ROOT, 'packages/server/dist/.contents.json'), 'utf8')) as {
        files: string[];
    };
    const scripts = files.filter((file) => file.endsWith('.js'));
    const inPackage = path.join(home, 'node_modules/halyard/server/dist');

    expect(scripts.length).toBeGreaterThan(50);
    for (const file of scripts) {
        const isSame = readFileSync(path.join(inPackage, path.basename(file))).equals(
            readFileSync(path.join(ROOT, file)),
        );
        expect(isSame, file).toBe(true);
    }
});

test.each(EVERY_COMMAND.map((args) => [args.join(' '), args] as const))(
    'halyard %s starts from the installed package',
    async (_, args) => {
        expect(await failureOfStart([installed], args)).toBeUndefined();
    },
);

test('a command that is run in a clone from another folder reads and writes files there', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'from-elsewhere' });
    const caller = path.join(folder, 'caller');
    mkdirSync(caller);
    const env = { ...process.env, HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const npm = (...args: string[]) =>
        promisify(execFile)('npm', ['--prefix', ROOT, 'start', '--silent', '--', ...args], { cwd: caller, env });

    await npm('pull', 'files', '--project', 'default');
    const { stdout } = await npm('plan', 'files');

    expect(JSON.parse(stdout)).toMatchObject({ planned: [] });
    expect(readdirSync(path.join(caller, 'files/flags/default'))).toEqual(['from-elsewhere.yaml']);
}, 120_000);

/** Starts the program by its npm name, like a user. */
async function start(program: string, dataDir: string): Promise<string> {
    const child = spawn(program, [], {
        env: {
            PATH: process.env['PATH'],
            HTTP_PORT: '0',
            HTTP_HOST: '127.0.0.1',
            DATA_DIR: dataDir,
            INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
            UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Correct-horse-7',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    return new Promise((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
            stream.setEncoding('utf8').on('data', (text: string) => {
                output += text;
                const announced = / runs at (\S+)/.exec(output);
                if (announced) resolve(announced[1]!.replace('localhost', '127.0.0.1'));
            });
        }
        child.once('close', () => reject(new Error(`It did not start:\n${output}`)));
    });
}

test('the package has no install scripts, and pins its dependencies by hash', () => {
    const manifest = read('package.json');
    const { packages } = read('npm-shrinkwrap.json');
    const { '': self, ...others } = packages;

    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest.bin).toEqual({ halyard: 'server/bin/halyard.mjs' });
    expect(self.dependencies).toEqual(manifest.dependencies);
    expect(Object.keys(others)).toContain('node_modules/@node-rs/argon2-linux-x64-gnu');
    for (const [name, locked] of Object.entries<Record<string, unknown>>(others)) {
        expect(locked, name).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) });
        expect(locked, name).not.toHaveProperty('hasInstallScript');
    }
});

test('the same build packs to the same bytes, and does not contain the build folder', () => {
    const first = digest();

    rmSync(tarball);
    // From another folder, and like on an older Node, which cannot import TypeScript.
    run(
        process.execPath,
        ['--no-experimental-strip-types', path.join(ROOT, 'scripts/launch.mjs'), 'pack', '.'],
        folder,
    );

    expect(digest()).toBe(first);
    const own = [path.join(ROOT, 'packages'), path.join(ROOT, 'node_modules')];
    const telling = readdirSync(stage, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => own.some((each) => readFileSync(file).includes(each)));
    expect(telling).toEqual([]);
}, 120_000);

test('every shipped package is in the SBOM, with a permitted licence and its text', () => {
    const bill = read('sbom.cdx.json');
    const texts = readFileSync(path.join(stage, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const names: string[] = bill.components.map((each: { name: string }) => each.name);

    // One for each kind of dependency: bundled with the server, bundled with the UI, from a style sheet, and installed separately.
    for (const name of ['ajv', 'react', '@fontsource-variable/geist', '@node-rs/argon2', 'yaml']) {
        expect(names).toContain(name);
    }
    expect(names).not.toContain('vitest');
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'halyard', version } } });
    for (const { name, version: of, licenses } of bill.components) {
        expect(texts).toContain(`\n${name} ${of}: `);
        expect(JSON.stringify(licenses), name).toMatch(/MIT|ISC|BSD|Apache|BlueOak|OFL/);
        expect(JSON.stringify(licenses), name).not.toMatch(/GPL|SSPL|BUSL|Commons|Elastic|CC-BY-NC/);
    }
});

test('no file of the package contains the build path', () => {
    const files = readdirSync(stage, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(50);

    const telling = files
        .map((file) => path.join(file.parentPath, file.name))
        .filter((file) => readFileSync(file).includes(ROOT));

    expect(telling).toEqual([]);
});

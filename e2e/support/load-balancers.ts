import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { findProgram, installWithApt } from '../../packages/server/test/support/apt.ts';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { until } from './until.ts';

/** A real nginx with this `http` configuration, until the test ends. Returns its URL. `port` replaces the port that it listens on. */
export async function startNginx(configurationOf: (port: number) => string): Promise<string> {
    const folder = await newFolder();
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder};`,
    );
    return startBalancer({
        name: 'nginx',
        folder,
        configurationOf: (port) =>
            [
                `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}`,
                `http { access_log off; ${temporary.join(' ')}`,
                `${configurationOf(port)}}`,
            ].join('\n'),
        args: (file) => ['-c', file, '-e', 'stderr'],
    });
}

/** A real HAProxy with this configuration, until the test ends. Returns its URL. */
export async function startHaproxy(configurationOf: (port: number) => string): Promise<string> {
    const folder = await newFolder();
    return startBalancer({ name: 'haproxy', folder, configurationOf, args: (file) => ['-db', '-f', file] });
}

interface BalancerOptions {
    /** The name of the program and of its package. */
    name: 'nginx' | 'haproxy';
    folder: string;
    configurationOf: (port: number) => string;
    args: (file: string) => string[];
}

async function startBalancer({ name, folder, configurationOf, args }: BalancerOptions): Promise<string> {
    const program = await findBalancer(name);
    const port = await freePort();
    const file = path.join(folder, 'configuration');
    await writeFile(file, `${configurationOf(port)}\n`);
    const child = spawn(program, args(file), { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-10_000);
    });
    onTestFinished(() => stop(child));
    await until(async () => {
        if (child.exitCode !== null) throw new Error(`${name} did not start:\n${log}`);
        return isListening(port);
    });
    return `http://127.0.0.1:${port}`;
}

async function newFolder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-balancer-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
}

async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
}

async function isListening(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
    );
    socket.destroy();
    return isOpen;
}

/** `NGINX_PATH` or `HAPROXY_PATH`, an installed one, or the Debian package, which is installed if this process may. */
async function findBalancer(name: BalancerOptions['name']): Promise<string> {
    const variable = `${name.toUpperCase()}_PATH`;
    const configured = process.env[variable];
    if (configured) return configured;
    const find = () => findProgram([name], [`/usr/sbin/${name}`]);
    const found = (await find()) ?? ((await installWithApt([name])) ? await find() : undefined);
    if (found) return found;
    throw new Error(
        `This test needs ${name}: install it (\`apt-get install ${name}\`), or set ${variable} to its program.`,
    );
}

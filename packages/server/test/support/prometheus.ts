import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { findProgram, installWithApt } from './apt.ts';
import { freePort } from './free-port.ts';

/** Starts a real Prometheus, which accepts remote write. It is killed at the end of the test. */
export async function startPrometheus(config: object = {}): Promise<{ url: string; stop: () => Promise<void> }> {
    const find = () => findProgram(['prometheus']);
    const program = (await find()) ?? ((await installWithApt(['prometheus'])) ? await find() : undefined);
    if (program === undefined)
        throw new Error('This test needs prometheus: install it (`apt-get install prometheus`).');
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-prometheus-'));
    // JSON is YAML.
    writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
    const port = await freePort();
    const child = spawn(
        program,
        [
            `--config.file=${path.join(folder, 'prometheus.yml')}`,
            `--storage.tsdb.path=${path.join(folder, 'data')}`,
            `--web.listen-address=127.0.0.1:${port}`,
            '--web.enable-remote-write-receiver',
        ],
        { stdio: 'ignore' },
    );
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const stop = async () => {
        child.kill('SIGKILL');
        await ended;
    };
    onTestFinished(async () => {
        await stop();
        rmSync(folder, { recursive: true, force: true });
    });
    return { url: `http://127.0.0.1:${port}`, stop };
}

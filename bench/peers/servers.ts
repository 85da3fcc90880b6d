import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BenchProcess, startProcess } from '../support/server-process.ts';
import { startDatabase } from './database.ts';
import { cpuMsOf, hasProc, memoryMbOf } from './proc.ts';
import type { TargetName } from './results.ts';
import { halyardProgram, peerProgram, type StartCost, startService, type Target } from './service.ts';

export type BareServer = BenchProcess<{ url: string }>;

export interface Servers {
    targets: Record<TargetName, Target>;
    /** The current bare server: it changes with each start. */
    bare(): BareServer;
}

/** Started servers, stopped in reverse order. */
export class Running {
    readonly #ends: (() => Promise<void> | void)[] = [];
    #stopped: Promise<void> | undefined;

    add<T extends { stop(): Promise<void> }>(started: T): T {
        this.#ends.push(() => started.stop());
        return started;
    }

    /** A folder that is removed at the end. */
    folder(): string {
        const folder = mkdtempSync(path.join(tmpdir(), 'halyard-peers-'));
        this.#ends.push(() => rmSync(folder, { recursive: true, force: true }));
        return folder;
    }

    /** May be called when the run is interrupted during a start. */
    stop(): Promise<void> {
        this.#stopped ??= this.#stopAll();
        return this.#stopped;
    }

    async #stopAll(): Promise<void> {
        for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
            await Promise.resolve(end()).catch((error: unknown) => console.error(error));
        }
    }
}

/** All measured servers, each in separate processes. */
export async function startServers(running: Running, say: (message: string) => void): Promise<Servers> {
    say('starting PostgreSQL for Unleash');
    const peerDatabase = running.add(await startDatabase());
    say('starting Unleash');
    const peer = running.add(await startService(peerProgram(peerDatabase.url), peerDatabase));
    say('starting Halyard, embedded');
    const embedded = running.add(await startService(halyardProgram({ DATA_DIR: running.folder() })));
    say('starting Halyard on PostgreSQL');
    const database = running.add(await startDatabase());
    const postgres = running.add(await startService(halyardProgram({ DATABASE_URL: database.url }), database));
    say('starting the bare server');
    const { target: bareTarget, bare } = await startBare();
    running.add(bareTarget);
    return { targets: { peer, embedded, postgres, bare: bareTarget }, bare };
}

async function startBare(): Promise<{ target: Target; bare: () => BareServer }> {
    let bare = await launch();
    return {
        bare: () => bare,
        target: {
            get url() {
                return bare.ready.url;
            },
            cpuMs: () => (hasProc ? cpuMsOf(bare.pid) : Number.NaN),
            memoryMb: () => (hasProc ? memoryMbOf(bare.pid) : Number.NaN),
            async restart(): Promise<StartCost> {
                await bare.stop();
                const started = performance.now();
                bare = await launch();
                const cpuSeconds = hasProc ? cpuMsOf(bare.pid) / 1_000 : Number.NaN;
                return { seconds: (performance.now() - started) / 1_000, cpuSeconds };
            },
            stop: () => bare.stop(),
        },
    };
}

const launch = () => startProcess<{ url: string }>('./bare-process.ts');

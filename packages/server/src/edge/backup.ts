import { mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { coalesced } from '../core/coalesced.ts';
import { StartError } from '../core/start-error.ts';
import type { Scope } from './scope.ts';
import { readTokens, type ValidToken } from './token-validation.ts';
import { type Content, readFeatures } from './upstream-content.ts';

/** What a scope saw upstream when it was backed up. */
export interface BackedUp {
    scope: Scope;
    content: Content;
}

const FEATURES = 'unleash_features.json';
const TOKENS = 'unleash_tokens.json';
const REPORTS = 'halyard_reports.json';
/** Changes come in bursts; a backup of the last but one moment is as good. */
const PAUSE_MS = 1_000;

type Log = { warn(about: object, message: string): void };

/** Flags, tokens and reports in a folder, so that an edge starts, and loses nothing, while upstream is away. */
export class Backup {
    readonly #folder: string;
    readonly #log: Log;
    readonly #writes: ReturnType<typeof coalesced>;
    #timer: NodeJS.Timeout | undefined;
    /** So that an idle edge writes nothing. */
    #hasNoReports = false;

    /** `current`: what is to be written when it is time. */
    constructor(
        folder: string,
        current: () => { sources: Iterable<BackedUp>; tokens: Iterable<ValidToken> },
        log: Log,
    ) {
        this.#folder = folder;
        this.#log = log;
        this.#writes = coalesced(async () => {
            const { sources, tokens } = current();
            await this.#write(FEATURES, featuresText(sources));
            await this.#write(TOKENS, JSON.stringify(Array.from(tokens, tokenEntry)));
        });
    }

    async begin(): Promise<void> {
        try {
            await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        } catch (error) {
            const { message } = error as Error;
            throw new StartError(`The folder ${this.#folder} cannot be used: ${message}. Check BACKUP_FOLDER.`);
        }
        await this.#tryToWrite();
    }

    async features(): Promise<BackedUp[]> {
        const read = await this.#read(FEATURES);
        const entries = Array.isArray(read) ? read : Object.entries((read ?? {}) as object);
        const found: BackedUp[] = [];
        for (const [environment, payload] of entries as [unknown, { query?: { project?: unknown } } | null][]) {
            const said = payload?.query?.project;
            const projects = Array.isArray(said) && said.length > 0 ? said.map(String) : ['*'];
            const content = await readFeatures(payload).catch(() => undefined);
            if (content) found.push({ scope: { environment: String(environment), projects }, content });
            else this.#log.warn({ file: FEATURES }, 'a part of the backup cannot be read and is left out');
        }
        return found;
    }

    async tokens(): Promise<ValidToken[]> {
        try {
            return readTokens((await this.#read(TOKENS)) ?? []);
        } catch {
            this.#log.warn({ file: TOKENS }, 'the backup cannot be read and is left out');
            return [];
        }
    }

    /** What could not be sent upstream. It stays there until it is written anew: whoever is killed meanwhile loses nothing. */
    reports(): Promise<unknown> {
        return this.#read(REPORTS);
    }

    /** Undefined: there are none. */
    async writeReports(reports: object | undefined): Promise<void> {
        if (reports === undefined && this.#hasNoReports) return;
        try {
            await this.#write(REPORTS, JSON.stringify(reports ?? null));
            this.#hasNoReports = reports === undefined;
        } catch (error) {
            this.#log.warn({ err: error }, 'what SDKs reported could not be written to the backup');
        }
    }

    /** Something has changed; in a moment it is written. */
    soon(): void {
        this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#writes().catch((error: unknown) => this.#log.warn({ err: error }, 'the backup could not be written'));
        }, PAUSE_MS).unref();
    }

    async stop(): Promise<void> {
        clearTimeout(this.#timer);
        await this.#writes();
    }

    async #read(name: string): Promise<unknown> {
        try {
            return JSON.parse(await readFile(join(this.#folder, name), 'utf8')) ?? undefined;
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
                this.#log.warn({ file: name }, 'the backup cannot be read and is left out');
            }
            return undefined;
        }
    }

    /** A volume may belong to the user that another image ran as: better known now than on the day when the backup is missed. */
    async #tryToWrite(): Promise<void> {
        const path = join(this.#folder, `${REPORTS}.new`);
        try {
            await (await openNew(path)).close();
            await rm(path);
        } catch (error) {
            const { message } = error as Error;
            throw new StartError(
                `User ${process.getuid?.() ?? 'of this process'} cannot write to ${this.#folder}: ${message}. Let it, or set BACKUP_FOLDER to another folder.`,
            );
        }
    }

    /** Whole or not at all, and for nobody else: tokens are secrets. */
    async #write(name: string, text: string): Promise<void> {
        const path = join(this.#folder, name);
        const file = await openNew(`${path}.new`);
        try {
            await file.writeFile(text);
            await file.sync();
        } finally {
            await file.close();
        }
        await rename(`${path}.new`, path);
    }
}

/** A file that only its owner can read, in place of whatever had the name: a symbolic link is not followed. */
async function openNew(path: string) {
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
    });
    return open(path, 'wx', 0o600);
}

/** Pairs of an environment and what its SDKs get; flags are JSON already. */
function featuresText(sources: Iterable<BackedUp>): string {
    const pairs = Array.from(sources, ({ scope: { environment, projects }, content }) => {
        const query = { environment, ...(!projects.includes('*') && { project: projects }) };
        const flags = Array.from(content.flags.values(), ({ json }) => json).join(',');
        const segments = [...content.segments.values()].join(',');
        const meta = JSON.stringify({ revisionId: content.revision });
        return `[${JSON.stringify(environment)},{"version":2,"features":[${flags}],"segments":[${segments}],"query":${JSON.stringify(query)},"meta":${meta}}]`;
    });
    return `[${pairs.join(',')}]`;
}

const tokenEntry = ({ secret, kind, environment, projects }: ValidToken) => ({
    token: secret,
    type: kind,
    environment,
    projects,
    status: 'Validated',
});

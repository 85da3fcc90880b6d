import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { StartError } from '../../core/errors/start-error.ts';
import type { EdgeScope } from '../tokens/edge-scope.ts';
import { readTokens, type ValidToken } from '../tokens/token-validation.ts';
import { type Content, InvalidUpstreamContent, readFeatures } from '../upstream/upstream-content.ts';
import { logUnusable, openNew, readBackupFile, writeBackupFile } from './backup-files.ts';

/** The definitions of a scope at the time of the backup. */
export interface BackedUp {
    scope: EdgeScope;
    content: Content;
}

const FEATURES = 'unleash_features.json';
const TOKENS = 'unleash_tokens.json';
/** Written at the start, to test whether the folder is writable. */
const PROBE = 'halyard_reports.json.new';
/** Versions of the client features format. */
const VERSIONS: unknown[] = [undefined, 1, 2];
/** Changes come in bursts; a slightly older backup is sufficient. */
const PAUSE_MS = 1_000;

type Log = { warn(about: object, message: string): void };

/** Stores flags and tokens in a folder, so that an edge can start while upstream is unavailable. */
export class Backup {
    readonly #folder: string;
    readonly #log: Log;
    readonly #writes: ReturnType<typeof coalesced>;
    #timer: NodeJS.Timeout | undefined;

    /** `current` returns the content to write. */
    constructor(
        folder: string,
        current: () => { sources: Iterable<BackedUp>; tokens: Iterable<ValidToken> },
        log: Log,
    ) {
        this.#folder = folder;
        this.#log = log;
        this.#writes = coalesced(async () => {
            const { sources, tokens } = current();
            await writeBackupFile(folder, FEATURES, featuresText(sources));
            await writeBackupFile(folder, TOKENS, JSON.stringify(Array.from(tokens, tokenEntry)));
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
        const read = await readBackupFile(this.#folder, FEATURES, this.#log);
        if (read === undefined) return [];
        if (typeof read !== 'object') {
            logUnusable(this.#log, FEATURES, 'it is not a list of environments');
            return [];
        }
        const entries: unknown[] = Array.isArray(read) ? read : Object.entries(read as object);
        const result: BackedUp[] = [];
        for (const entry of entries) {
            try {
                result.push(await readEntry(entry));
            } catch (error) {
                logUnusable(this.#log, FEATURES, (error as Error).message);
            }
        }
        return result;
    }

    async tokens(): Promise<ValidToken[]> {
        const read = await readBackupFile(this.#folder, TOKENS, this.#log);
        if (read === undefined) return [];
        try {
            const tokens = readTokens(read);
            const list = Array.isArray(read) ? read : (read as { tokens: unknown[] }).tokens;
            if (tokens.length < list.length) {
                logUnusable(this.#log, TOKENS, `${list.length - tokens.length} entries are not SDK tokens`);
            }
            return tokens;
        } catch (error) {
            logUnusable(this.#log, TOKENS, (error as Error).message);
            return [];
        }
    }

    /** Schedules a write after a change. */
    schedule(): void {
        this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#writes().catch((error: unknown) => this.#log.warn({ err: error }, 'the backup could not be written'));
        }, PAUSE_MS).unref();
    }

    async stop(): Promise<void> {
        clearTimeout(this.#timer);
        await this.#writes();
    }

    /** A volume may belong to the user of another image: the operator is warned at the start, not when the backup is needed. */
    async #tryToWrite(): Promise<void> {
        const path = join(this.#folder, PROBE);
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
}

async function readEntry(entry: unknown): Promise<BackedUp> {
    const [environment, payload] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof environment !== 'string') throw new InvalidUpstreamContent('an entry has no environment');
    const content = await readFeatures(payload);
    const { query, version } = payload as { query?: { project?: unknown } | null; version?: unknown };
    if (!VERSIONS.includes(version))
        throw new InvalidUpstreamContent(`version ${String(version)} of the flags is not known`);
    const named = query?.project;
    const projects = Array.isArray(named) && named.length > 0 ? named.map(String) : ['*'];
    return { scope: { environment, projects }, content };
}

/** Returns pairs of an environment and its SDK content as JSON; flags are already JSON. */
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

const tokenEntry = ({ secret, kind, environment, projects, expiresAt }: ValidToken) => ({
    token: secret,
    type: kind,
    environment,
    projects,
    status: 'Validated',
    ...(expiresAt !== undefined && { expiresAt }),
});

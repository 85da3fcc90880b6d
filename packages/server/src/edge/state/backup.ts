import { coalesced } from '../../core/concurrency/coalesced.ts';
import type { EdgeScope } from '../tokens/edge-scope.ts';
import { readTokens, type ValidToken } from '../tokens/token-validation.ts';
import { type Content, InvalidUpstreamContent, readFeatures } from '../upstream/upstream-content.ts';
import { logUnusable, parseBackup } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';

/** The definitions of a scope at the time of the backup. */
export interface BackedUp {
    scope: EdgeScope;
    content: Content;
}

/** Versions of the client features format. */
const VERSIONS: unknown[] = [undefined, 1, 2];

type Log = { warn(about: object, message: string): void };

export interface BackupOptions {
    store: BackupStore;
    /** The pause before a write: changes come in bursts, and a slightly older backup is sufficient. */
    pauseMs: number;
    /** The content to write; undefined: none, for now. */
    current: () => { sources: Iterable<BackedUp>; tokens: Iterable<ValidToken> } | undefined;
    log: Log;
}

/** Stores flags and tokens, so that an edge can start while upstream is unavailable. */
export class Backup {
    readonly #options: BackupOptions;
    readonly #writes: ReturnType<typeof coalesced>;
    #timer: NodeJS.Timeout | undefined;

    constructor(options: BackupOptions) {
        this.#options = options;
        this.#writes = coalesced(() => this.#write());
    }

    async begin(): Promise<void> {
        await this.#options.store.begin?.();
    }

    async features(): Promise<BackedUp[]> {
        const { store, log } = this.#options;
        const name = store.fileNames.features;
        const read = await parseBackup(name, store.read('features'), log);
        if (read === undefined) return [];
        if (typeof read !== 'object') {
            logUnusable(log, name, 'it is not a list of environments');
            return [];
        }
        const entries: unknown[] = Array.isArray(read) ? read : Object.entries(read as object);
        const result: BackedUp[] = [];
        for (const entry of entries) {
            try {
                result.push(await readEntry(entry));
            } catch (error) {
                logUnusable(log, name, (error as Error).message);
            }
        }
        return result;
    }

    async tokens(): Promise<ValidToken[]> {
        const { store, log } = this.#options;
        const name = store.fileNames.tokens;
        const read = await parseBackup(name, store.read('tokens'), log);
        if (read === undefined) return [];
        try {
            const tokens = readTokens(read);
            const list = Array.isArray(read) ? read : (read as { tokens: unknown[] }).tokens;
            if (tokens.length < list.length) {
                logUnusable(log, name, `${list.length - tokens.length} entries are not SDK tokens`);
            }
            return tokens;
        } catch (error) {
            logUnusable(log, name, (error as Error).message);
            return [];
        }
    }

    /** Schedules a write after a change. */
    schedule(): void {
        const { log, pauseMs } = this.#options;
        this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#writes().catch((error: unknown) => log.warn({ err: error }, 'the backup could not be written'));
        }, pauseMs).unref();
    }

    /** Writes a scheduled change at once. */
    async stop(): Promise<void> {
        if (this.#timer === undefined) return this.#writes.idle();
        clearTimeout(this.#timer);
        await this.#writes();
    }

    async #write(): Promise<void> {
        const { store, current } = this.#options;
        const content = store.write && current();
        if (!content) return;
        await store.write?.('features', featuresText(content.sources));
        await store.write?.('tokens', JSON.stringify(Array.from(content.tokens, tokenEntry)));
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

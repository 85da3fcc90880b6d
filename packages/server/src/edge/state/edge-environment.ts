import type { Runtime } from '@halyard/engine';
import { ALL_ENVIRONMENTS, type Publication } from '../../publications/publications.ts';
import { Snapshots } from '../../snapshots/snapshots.ts';
import { areAmong, type EdgeScope, scopeKey } from '../tokens/edge-scope.ts';
import type { Content, UpstreamEvent, UpstreamFlag } from '../upstream/upstream-content.ts';

interface Source {
    scope: EdgeScope;
    content: Content;
}

/** The names and ids of changed and deleted definitions. */
interface Touched {
    flags: Set<string>;
    segments: Set<number>;
}

/**
 * One environment of an edge: the union of the definitions that its tokens see upstream.
 *
 * It has its own revisions. They equal those of upstream while these grow, so that edges with the same upstream send the same
 * ETags; otherwise (several tokens, or an upstream that was restored or replaced) they increase by one. SDKs always receive the
 * difference between the previously and the currently served definitions.
 */
export class EdgeEnvironment {
    readonly name: string;
    readonly snapshots: Snapshots;
    readonly #sources = new Map<string, Source>();
    /** The projects of all sources. */
    #projects: ReadonlySet<string> = new Set();
    /** Changes are applied one after the other. */
    #last: Promise<unknown> = Promise.resolve();

    constructor(name: string, runtime: Runtime, epoch: string) {
        this.name = name;
        this.snapshots = new Snapshots(runtime, epoch);
    }

    /** Whether the definitions of this scope are loaded. */
    has(scope: EdgeScope): boolean {
        return areAmong(this.#projects, scope.projects);
    }

    contents(): Iterable<Source> {
        return this.#sources.values();
    }

    contentOf(scope: EdgeScope): Content | undefined {
        return this.#sources.get(scopeKey(scope))?.content;
    }

    /** The scope that a flag was received with. */
    scopeOf(flag: string): EdgeScope | undefined {
        return this.#newest(({ flags }) => flags.has(flag))?.scope;
    }

    /** Replaces all definitions of a scope. */
    replace(scope: EdgeScope, content: Content): Promise<void> {
        return this.#enqueue(async () => {
            const before = this.contentOf(scope);
            this.#sources.set(scopeKey(scope), { scope, content });
            await this.#publish(content.revision, {
                flags: new Set([...(before?.flags.keys() ?? []), ...content.flags.keys()]),
                segments: new Set([...(before?.segments.keys() ?? []), ...content.segments.keys()]),
            });
            // After the publication, so that a partial state is never visible.
            this.#countProjects();
        });
    }

    /** Applies changes to the definitions of a scope, which must have been hydrated before. */
    update(scope: EdgeScope, events: readonly UpstreamEvent[]): Promise<void> {
        return this.#enqueue(async () => {
            const content = this.contentOf(scope);
            if (!content) return;
            const touched: Touched = { flags: new Set(), segments: new Set() };
            for (const event of events) {
                if (event.type === 'hydration') continue;
                content.revision = event.revision;
                if (event.type === 'flag') {
                    touched.flags.add(event.name);
                    set(content.flags, event.name, event.flag);
                } else {
                    touched.segments.add(event.id);
                    set(content.segments, event.id, event.json);
                }
            }
            await this.#publish(content.revision, touched);
        });
    }

    /** Removes a scope that is no longer accessible. */
    drop(scope: EdgeScope): Promise<void> {
        return this.#enqueue(async () => {
            const content = this.contentOf(scope);
            if (!content) return;
            this.#sources.delete(scopeKey(scope));
            this.#countProjects();
            await this.#publish(0, {
                flags: new Set(content.flags.keys()),
                segments: new Set(content.segments.keys()),
            });
        });
    }

    #countProjects(): void {
        this.#projects = new Set([...this.#sources.values()].flatMap(({ scope }) => scope.projects));
    }

    #enqueue(work: () => Promise<void>): Promise<void> {
        const done = this.#last.then(work);
        this.#last = done.catch(() => undefined);
        return done;
    }

    async #publish(upstream: number, touched: Touched): Promise<void> {
        const snapshot = this.snapshots.of(this.name);
        const revision = Math.max(upstream, snapshot.revision + 1);
        const publications: Publication[] = [];
        // Segments first: a flag never arrives before its segments.
        for (const id of touched.segments) {
            const json = this.#newest(({ segments }) => segments.has(id))?.content.segments.get(id);
            if (json === snapshot.segments.get(id)) continue;
            const key = { environment: ALL_ENVIRONMENTS, kind: 'segment' as const, name: String(id), project: null };
            publications.push({ revision, ...key, definition: json ?? null });
        }
        for (const name of touched.flags) {
            const flag = this.#newest(({ flags }) => flags.has(name))?.content.flags.get(name);
            if (isPublished(flag, snapshot.flags.get(name))) continue;
            const key = { environment: this.name, kind: 'flag' as const, name, project: flag?.project ?? null };
            publications.push({ revision, ...key, definition: flag?.json ?? null });
        }
        await this.snapshots.follow({ revision, events: [], publications });
    }

    /** Returns the source with the highest revision: tokens receive a change one after the other. */
    #newest(contains: (content: Content) => boolean): Source | undefined {
        let newest: Source | undefined;
        for (const source of this.#sources.values()) {
            if (!contains(source.content)) continue;
            if (!newest || source.content.revision > newest.content.revision) newest = source;
        }
        return newest;
    }
}

function set<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
}

const isPublished = (flag: UpstreamFlag | undefined, published: { json: string; project: string } | undefined) =>
    flag?.json === published?.json && flag?.project === published?.project;

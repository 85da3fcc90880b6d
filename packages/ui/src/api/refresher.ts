import type { QueryClient } from '@tanstack/react-query';
import type { Invalidation, SomeFlags, Subject } from './subjects.ts';

/** Collects the announcements of changes that belong together. */
const GATHER_MS = 150;
/** The delay of refetches after a local change. Its announcement arrives within this time, so both cause one refetch. */
const LOCAL_CHANGE_DELAY_MS = 50;
/** The minimum time between refetches for remote changes. */
const PAUSE_MS = 2_000;

/** Reloads only these flags in lists. Returns false if the loaded data must not be displayed any more. */
export type LoadFlags = (queries: QueryClient, some: SomeFlags, mayShow: () => boolean) => Promise<boolean>;

/**
 * Refetches the queries that local and remote changes invalidate. Both are merged, so that a change and its announcement cause one
 * refetch. No data is refetched while a local change is in flight.
 */
export class Refresher {
    readonly #queries: QueryClient;
    readonly #loadFlags: LoadFlags;
    #subjects = new Set<Subject>();
    #flags = new Map<string, Set<string>>();
    #isEverything = false;
    #underWay = 0;
    #refreshedAt = Number.NEGATIVE_INFINITY;
    #timer: { id: ReturnType<typeof setTimeout>; at: number } | undefined;
    #whenDone: (() => void)[] = [];

    constructor(queries: QueryClient, loadFlags: LoadFlags) {
        this.#queries = queries;
        this.#loadFlags = loadFlags;
    }

    changeBegins(): void {
        this.#underWay++;
    }

    /** Called after the response of a local change. Resolves when all affected queries are up to date. */
    ownChange(concerns: readonly Invalidation[]): Promise<void> {
        this.#underWay--;
        if (concerns.length === 0) return Promise.resolve();
        this.#add([...concerns, 'events']);
        this.#flushIn(LOCAL_CHANGE_DELAY_MS);
        return new Promise((resolve) => this.#whenDone.push(resolve));
    }

    /** Called when the service announces a change. */
    invalidate(concerns: readonly Invalidation[]): void {
        if (concerns.length === 0) return;
        this.#add([...concerns, 'events']);
        this.#flushIn(Math.max(GATHER_MS, this.#refreshedAt + PAUSE_MS - performance.now()));
    }

    #add(concerns: readonly Invalidation[]): void {
        for (const concern of concerns) {
            if (concern === 'everything') this.#isEverything = true;
            else if (typeof concern === 'string') this.#subjects.add(concern);
            else {
                const names = this.#flags.get(concern.project) ?? new Set();
                for (const name of concern.flags) names.add(name);
                this.#flags.set(concern.project, names);
            }
        }
    }

    #flushIn(wait: number): void {
        const at = performance.now() + wait;
        if (this.#timer && this.#timer.at <= at) return;
        clearTimeout(this.#timer?.id);
        this.#timer = { id: setTimeout(() => void this.#flush(), wait), at };
    }

    async #flush(): Promise<void> {
        this.#timer = undefined;
        // Optimistic updates are already visible and must not be reverted by a refetch.
        if (this.#underWay > 0) return this.#flushIn(LOCAL_CHANGE_DELAY_MS);
        this.#refreshedAt = performance.now();
        const { subjects, flags, isEverything, whenDone } = this.#take();
        if (isEverything) await this.#queries.invalidateQueries();
        else {
            // A refetch of whole flag lists includes these rows.
            const some = subjects.has('flags') ? [] : [...flags];
            await Promise.all([
                this.#queries.invalidateQueries({ predicate: ({ queryKey: [subject] }) => subjects.has(subject) }),
                ...some.map(([project, names]) => this.#refreshFlags({ project, flags: [...names] })),
            ]);
        }
        for (const done of whenDone) done();
    }

    async #refreshFlags(some: SomeFlags): Promise<void> {
        const names = new Set<unknown>(some.flags);
        const [, isShown] = await Promise.all([
            this.#queries.invalidateQueries({
                predicate: ({ queryKey: [subject, project, kind, name] }) =>
                    subject === 'flags' && project === some.project && kind === 'flag' && names.has(name),
            }),
            this.#loadFlags(this.#queries, some, () => this.#underWay === 0),
        ]);
        if (isShown) return;
        this.#add([some]);
        this.#flushIn(LOCAL_CHANGE_DELAY_MS);
    }

    #take() {
        const due = {
            subjects: this.#subjects,
            flags: this.#flags,
            isEverything: this.#isEverything,
            whenDone: this.#whenDone,
        };
        this.#subjects = new Set();
        this.#flags = new Map();
        this.#isEverything = false;
        this.#whenDone = [];
        return due;
    }
}

import { isDeepStrictEqual } from 'node:util';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { byName, type FlagComparator, FlagList } from './flag-list.ts';
import type { FlagSummary, IndexRow } from './flag-row.queries.ts';
import { IndexedFlag } from './indexed-flag.ts';

export class ProjectFlags {
    /** All flags, including archived ones. */
    readonly all = new Set<IndexedFlag>();
    readonly live = new FlagList(byName);
    /** Incremented by every change. */
    version = 0;
}

/** Flags in memory: by name, by project, by the users whose favourites they are, and in the orders of lists. */
export class IndexedFlags {
    readonly #flags = new Map<string, IndexedFlag>();
    readonly #projects = new Map<string, ProjectFlags>();
    readonly #favorites = new Map<number, Set<IndexedFlag>>();
    readonly #orders = new Map<string, FlagList>();
    /** Flags of which only the summary has been read. */
    readonly #summarized = new Set<string>();

    get names(): Iterable<string> {
        return this.#flags.keys();
    }

    /** The names of flags of which only the summary has been read. */
    get summarized(): ReadonlySet<string> {
        return this.#summarized;
    }

    get(name: string): IndexedFlag | undefined {
        return this.#flags.get(name);
    }

    /** Returns an empty set for a project without flags. */
    of(project: string): ProjectFlags {
        return this.#projects.get(project) ?? new ProjectFlags();
    }

    /** Returns the favourites of a user. Callers without a user have none. */
    favoritesOf(userId: number | undefined): ReadonlySet<IndexedFlag> {
        return (userId !== undefined && this.#favorites.get(userId)) || NONE;
    }

    /** Returns the names of flags whose rows have been read and match. */
    matching(matches: (flag: IndexedFlag) => boolean): string[] {
        return [...this.#flags.values()].filter((flag) => flag.hasRow && matches(flag)).map(({ name }) => name);
    }

    /** Returns those of these flags of which only the summary has been read. */
    withoutRow(flags: Iterable<IndexedFlag>): Iterable<string> {
        if (this.#summarized.size === 0) return [];
        return [...flags].map(({ name }) => name).filter((name) => this.#summarized.has(name));
    }

    /** Returns all archived flags, or all others, in an order. The order is cached by its name, which must be unique. */
    inOrder(name: string, compare: FlagComparator, { archived }: { archived: boolean }): readonly IndexedFlag[] {
        const key = keyOf(archived, name);
        const known = this.#orders.get(key);
        if (known) return known.inOrder;
        const list = new FlagList(
            compare,
            [...this.#flags.values()].filter((flag) => flag.isArchived === archived),
        );
        this.#orders.set(key, list);
        return list.inOrder;
    }

    /** Some orders compare rows, which summaries lack. */
    forgetOrders(): void {
        this.#orders.clear();
    }

    /** Lists would keep the summaries of all flags until their next reader. */
    async releaseSummaries(): Promise<void> {
        const lists = [...this.#projects.values()].map(({ live }) => live);
        for (const list of [...lists, ...this.#orders.values()]) {
            list.applyChanges();
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    /** Replaces a flag, or removes it without data. Returns the flags that are parents only before or only after. */
    replace(name: string, data: FlagSummary | IndexRow | undefined): string[] {
        const before = this.#flags.get(name);
        if (before && isDeepStrictEqual(before.summary, data)) return [];
        const after = data && new IndexedFlag(data);
        if (before) this.#remove(before);
        if (after) this.#add(after);
        const [had, has] = [parentsOf(before), parentsOf(after)];
        return [...had.filter((parent) => !has.includes(parent)), ...has.filter((parent) => !had.includes(parent))];
    }

    #remove(flag: IndexedFlag): void {
        this.#flags.delete(flag.name);
        this.#summarized.delete(flag.name);
        for (const user of flag.summary.favoriteOf) this.#favorites.get(user)?.delete(flag);
        const project = this.of(flag.project);
        project.all.delete(flag);
        if (!flag.isArchived) project.live.remove(flag);
        project.version++;
        for (const [key, order] of this.#orders) if (isIn(key, flag)) order.remove(flag);
    }

    #add(flag: IndexedFlag): void {
        this.#flags.set(flag.name, flag);
        if (!flag.hasRow) this.#summarized.add(flag.name);
        for (const user of flag.summary.favoriteOf) {
            const own = this.#favorites.get(user);
            if (own) own.add(flag);
            else this.#favorites.set(user, new Set([flag]));
        }
        const project = this.of(flag.project);
        this.#projects.set(flag.project, project);
        project.all.add(flag);
        if (!flag.isArchived) project.live.add(flag);
        project.version++;
        for (const [key, order] of this.#orders) if (isIn(key, flag)) order.add(flag);
    }
}

const NONE: ReadonlySet<IndexedFlag> = new Set();
const parentsOf = (flag: IndexedFlag | undefined): readonly string[] => (flag?.hasRow ? flag.row.parents : []);
const keyOf = (archived: boolean, name: string) => `${archived ? 'archived' : 'live'} ${name}`;
const isIn = (key: string, flag: IndexedFlag) => key.startsWith(keyOf(flag.isArchived, ''));

import { isDeepStrictEqual } from 'node:util';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import { recentSince } from '../../observations/usage/usage.queries.ts';
import { byName, type FlagComparator, FlagList } from './flag-list.ts';
import { type IndexRow, readAllRows, readMeasured, readRows } from './flag-row.queries.ts';
import { IndexedFlag } from './indexed-flag.ts';
import { touchedBy } from './touched-flags.ts';

/** The flags of one project. */
export class ProjectFlags {
    /** All flags, including archived ones. */
    readonly all = new Set<IndexedFlag>();
    readonly live = new FlagList(byName);
    /** Incremented by every change. */
    version = 0;
}

const HOUR = 3_600_000;

type Names = Set<string> | 'all';

/**
 * The flag data that lists show, in memory on every node. The change feed and new measurements only mark rows as outdated; the
 * next reader reloads all of them in one query. So a change reloads only the affected rows and writes nothing.
 */
export class FlagIndex {
    readonly #db: Db;
    readonly #clock: () => Date;
    readonly #flags = new Map<string, IndexedFlag>();
    readonly #projects = new Map<string, ProjectFlags>();
    readonly #favorites = new Map<number, Set<IndexedFlag>>();
    readonly #orders = new Map<string, FlagList>();
    #outdated: Names = 'all';
    /** Flags being read at this moment: a change that arrives now may be missing from the result. */
    #reading: Names = new Set();
    #refreshing: Promise<void> | undefined;
    #tick = 0;
    #hour = -1;
    #usageSince = '';

    constructor(db: Db, clock: () => Date) {
        this.#db = db;
        this.#clock = clock;
    }

    follow({ events }: FeedChanges): void {
        for (const event of events) {
            const touched = touchedBy(event);
            if ('flag' in touched) this.#outdate([touched.flag]);
            else if (touched.concerns) this.#outdateWhere(touched.concerns);
        }
    }

    /** Marks the flags as outdated that were measured since the last call, on any node. */
    async followMeasurements(): Promise<void> {
        if (this.#outdated === 'all') return;
        const { flags, tick } = await readMeasured(this.#db, this.#tick);
        this.#outdate(flags);
        this.#tick = Math.max(this.#tick, tick);
    }

    /** Marks all flags as outdated, after changes without an event or a measurement. */
    outdateAll(): void {
        this.#outdated = 'all';
    }

    /** Resolves when the index includes all changes followed before the call; undefined if it already does. */
    whenCurrent(): Promise<void> | undefined {
        this.#outdateUsage();
        if (this.#refreshing !== undefined) return this.#refreshing;
        if (this.#outdated !== 'all' && this.#outdated.size === 0) return undefined;
        this.#refreshing = this.#refresh().finally(() => {
            this.#refreshing = undefined;
        });
        return this.#refreshing;
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

    /** Returns the names of flags whose rows in memory differ from the database. The result should be empty. */
    async thatDisagree(): Promise<string[]> {
        await this.whenCurrent();
        const left = new Set(this.#flags.keys());
        const wrong: string[] = [];
        for await (const rows of readAllRows(this.#db, this.#usageSince)) {
            for (const row of rows) {
                const { name } = row.overview;
                if (!isDeepStrictEqual(this.#flags.get(name)?.row, row)) wrong.push(name);
                left.delete(name);
            }
        }
        return [...wrong, ...left];
    }

    #outdate(names: Iterable<string>): void {
        if (this.#outdated === 'all') return;
        for (const name of names) this.#outdated.add(name);
    }

    #outdateWhere(concerns: (flag: IndexedFlag) => boolean): void {
        if (this.#reading === 'all') this.outdateAll();
        else this.#outdate(this.#reading);
        for (const flag of this.#flags.values()) if (concerns(flag)) this.#outdate([flag.name]);
    }

    /** Recent usage expires at the end of the hour. */
    #outdateUsage(): void {
        const now = this.#clock();
        const hour = Math.floor(now.getTime() / HOUR);
        if (hour === this.#hour) return;
        this.#hour = hour;
        this.#usageSince = recentSince(now);
        this.#outdateWhere(({ row }) => row.usage !== undefined);
    }

    async #refresh(): Promise<void> {
        while (this.#outdated === 'all' || this.#outdated.size > 0) {
            this.#reading = this.#outdated;
            this.#outdated = new Set();
            try {
                if (this.#reading === 'all') await this.#readAll();
                else await this.#read(this.#reading);
            } catch (error) {
                if (this.#reading === 'all') this.outdateAll();
                else this.#outdate(this.#reading);
                throw error;
            } finally {
                this.#reading = new Set();
            }
        }
    }

    async #readAll(): Promise<void> {
        const { tick } = await readMeasured(this.#db, Number.POSITIVE_INFINITY);
        const gone = new Set(this.#flags.keys());
        for await (const rows of readAllRows(this.#db, this.#usageSince)) {
            for (const row of rows) {
                this.#show(row.overview.name, row);
                gone.delete(row.overview.name);
                if (shouldYield()) await yieldToEventLoop();
            }
        }
        for (const name of gone) this.#show(name, undefined);
        this.#tick = tick;
    }

    async #read(names: ReadonlySet<string>): Promise<void> {
        const rows = await readRows(this.#db, names, this.#usageSince);
        const gone = new Set(names);
        for (const row of rows) {
            this.#show(row.overview.name, row);
            gone.delete(row.overview.name);
            if (shouldYield()) await yieldToEventLoop();
        }
        for (const name of gone) this.#show(name, undefined);
    }

    #show(name: string, row: IndexRow | undefined): void {
        const before = this.#flags.get(name);
        if (isDeepStrictEqual(before?.row, row)) return;
        const after = row && new IndexedFlag(row);
        // The row of a parent shows whether other flags depend on it.
        const [had, has] = [before?.row.parents ?? [], row?.parents ?? []];
        this.#outdate([...had.filter((name) => !has.includes(name)), ...has.filter((name) => !had.includes(name))]);
        if (before) this.#take(before);
        if (after) this.#put(after);
    }

    #take(flag: IndexedFlag): void {
        this.#flags.delete(flag.name);
        for (const user of flag.row.favoriteOf) this.#favorites.get(user)?.delete(flag);
        const project = this.of(flag.project);
        project.all.delete(flag);
        if (!flag.isArchived) project.live.remove(flag);
        project.version++;
        for (const [key, order] of this.#orders) if (isIn(key, flag)) order.remove(flag);
    }

    #put(flag: IndexedFlag): void {
        this.#flags.set(flag.name, flag);
        for (const user of flag.row.favoriteOf) {
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
const keyOf = (archived: boolean, name: string) => `${archived ? 'archived' : 'live'} ${name}`;
const isIn = (key: string, flag: IndexedFlag) => key.startsWith(keyOf(flag.isArchived, ''));

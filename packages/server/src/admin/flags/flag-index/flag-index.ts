import { isDeepStrictEqual } from 'node:util';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { SharedReads } from '../../../core/concurrency/shared-reads.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import { recentSince } from '../../observations/usage/usage.queries.ts';
import {
    type FlagSummary,
    type IndexRow,
    readAllRows,
    readMeasuredFlags,
    readRows,
    readSummaries,
} from './flag-row.queries.ts';
import type { IndexedFlag } from './indexed-flag.ts';
import { IndexedFlags, type ProjectFlags } from './indexed-flags.ts';
import { findTouchedFlags } from './touched-flags.ts';

const HOUR = 3_600_000;

/** The number of rows that are read in one step of the background work. */
const STEP = 500;

/**
 * The flag data that lists show, in memory on every node. The change feed and new measurements only mark rows as outdated; the
 * next reader reloads all of them in one query. So a change reloads only the affected rows and writes nothing.
 *
 * The first reader after a start reads the summaries of all flags and the rows that it needs. The other rows are read in the
 * background, in steps. Readers add the rows that they need to the next step.
 */
export class FlagIndex {
    readonly #db: Db;
    readonly #clock: () => Date;
    readonly #flags = new IndexedFlags();
    /** `all` until a reader needs the list of flags. */
    #outdated: Set<string> | 'all' = 'all';
    /** Flags whose rows readers wait for. */
    #needed = new Set<string>();
    /** Flags whose rows are being read at this moment: a change that arrives now may be missing from the result. */
    #reading: ReadonlySet<string> = new Set();
    readonly #reads = new SharedReads(() => this.#readNext());
    /** Whether the current read is about outdated flags, so that every reader has to wait for it. */
    #isCatchingUp = false;
    #tick = 0;
    #hour = -1;
    #usageSince = '';

    constructor(db: Db, clock: () => Date) {
        this.#db = db;
        this.#clock = clock;
    }

    follow({ events }: FeedChanges): void {
        for (const event of events) {
            const touched = findTouchedFlags(event);
            if ('flag' in touched) this.#outdate([touched.flag]);
            else if (touched.concerns) this.#outdateWhere(touched.concerns);
        }
    }

    /** Marks the flags as outdated that were measured since the last call, on any node. */
    async followMeasurements(): Promise<void> {
        if (this.#outdated === 'all') return;
        const { flags, tick } = await readMeasuredFlags(this.#db, this.#tick);
        this.#outdate(flags);
        this.#tick = Math.max(this.#tick, tick);
    }

    /** Marks all flags as outdated, after changes without an event or a measurement. */
    outdateAll(): void {
        this.#outdated = 'all';
    }

    /** Resolves when the index includes all changes followed before the call, and all rows; undefined if it already does. */
    whenCurrent(): Promise<void> | undefined {
        return this.#until(() => this.#flags.summarized);
    }

    /** The same for the summaries of all flags and the rows of these flags. */
    whenRead(flags: Iterable<IndexedFlag>): Promise<void> | undefined {
        return this.#until(() => this.#flags.withoutRow(flags));
    }

    /** The same for the summaries of all flags and the rows of a project. */
    whenProjectRead(project: string): Promise<void> | undefined {
        return this.#until(() => this.#flags.withoutRow(this.of(project).all));
    }

    /** The same for the summaries of all flags. */
    whenListed(): Promise<void> | undefined {
        return this.#until(() => []);
    }

    get(name: string): IndexedFlag | undefined {
        return this.#flags.get(name);
    }

    /** Returns an empty set for a project without flags. */
    of(project: string): ProjectFlags {
        return this.#flags.of(project);
    }

    /** Returns the favourites of a user. Callers without a user have none. */
    favoritesOf(userId: number | undefined): ReadonlySet<IndexedFlag> {
        return this.#flags.favoritesOf(userId);
    }

    /** Returns all archived flags, or all others, in an order. The order is cached by its name, which must be unique. */
    inOrder(...args: Parameters<IndexedFlags['inOrder']>): readonly IndexedFlag[] {
        return this.#flags.inOrder(...args);
    }

    /** Returns the names of flags whose rows in memory differ from the database. The result should be empty. */
    async findDifferences(): Promise<string[]> {
        await this.whenCurrent();
        const left = new Set(this.#flags.names);
        const wrong: string[] = [];
        for await (const rows of readAllRows(this.#db, this.#usageSince)) {
            for (const row of rows) {
                const { name } = row.stored;
                if (!isDeepStrictEqual(this.#flags.get(name)?.summary, row)) wrong.push(name);
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
        this.#outdate(this.#reading);
        this.#outdate(this.#flags.matching(concerns));
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

    #until(missing: () => Iterable<string>): Promise<void> | undefined {
        this.#outdateUsage();
        return this.#reads.until(() => this.#needs(missing));
    }

    /** Adds missing rows to the next step, up to a limit, and returns whether a step is necessary. */
    #needs(missing: () => Iterable<string>): boolean {
        if (this.#isCatchingUp || this.#isOutdated()) return true;
        let count = 0;
        for (const name of missing()) {
            if (count++ === STEP) break;
            if (!this.#reading.has(name)) this.#needed.add(name);
        }
        return count > 0;
    }

    #isOutdated(): boolean {
        return this.#outdated === 'all' || this.#outdated.size > 0;
    }

    /** Outdated flags come first: their summaries are outdated, too. */
    async #readNext(): Promise<void> {
        this.#isCatchingUp = this.#isOutdated();
        try {
            if (this.#outdated === 'all') await this.#list();
            else await this.#readRows(this.#isCatchingUp ? this.#outdated : this.#needed);
        } finally {
            this.#isCatchingUp = false;
        }
    }

    async #list(): Promise<void> {
        this.#outdated = new Set();
        this.#flags.forgetOrders();
        try {
            // Read before the flags: those that are measured later are read again.
            this.#tick = (await readMeasuredFlags(this.#db, Number.POSITIVE_INFINITY)).tick;
            const removed = new Set(this.#flags.names);
            for await (const summaries of readSummaries(this.#db)) {
                for (const summary of summaries) {
                    this.#replace(summary.stored.name, summary);
                    removed.delete(summary.stored.name);
                    if (shouldYield()) await yieldToEventLoop();
                }
            }
            for (const name of removed) this.#replace(name, undefined);
        } catch (error) {
            this.outdateAll();
            throw error;
        }
        // Readers that waited for the list come first. The next reader repeats steps that fail.
        yieldToEventLoop()
            .then(() => this.whenCurrent())
            .catch(() => undefined);
    }

    async #readRows(names: ReadonlySet<string>): Promise<void> {
        if (this.#isCatchingUp) this.#outdated = new Set();
        else this.#needed = new Set();
        this.#reading = names;
        const hadSummaries = this.#flags.summarized.size > 0;
        try {
            const removed = new Set(names);
            for (const row of await readRows(this.#db, names, this.#usageSince)) {
                this.#replace(row.stored.name, row);
                removed.delete(row.stored.name);
                if (shouldYield()) await yieldToEventLoop();
            }
            for (const name of removed) this.#replace(name, undefined);
            if (hadSummaries && this.#flags.summarized.size === 0) await this.#flags.releaseSummaries();
        } catch (error) {
            this.#outdate(names);
            throw error;
        } finally {
            this.#reading = new Set();
        }
    }

    #replace(name: string, data: FlagSummary | IndexRow | undefined): void {
        // The row of a parent shows whether other flags depend on it.
        this.#outdate(this.#flags.replace(name, data));
    }
}

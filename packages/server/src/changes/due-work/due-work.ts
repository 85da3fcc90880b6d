import { coalesced } from '../../core/concurrency/coalesced.ts';
import type { Db } from '../../storage/database.ts';
import type { DueItem, DueKind, DueQuery, ListedDueItem } from './due-kind.ts';

interface DueWorkDependencies {
    db: Db;
    /** The time of the database. */
    clock: () => Date;
    kinds: readonly DueKind[];
    /** Why this node leaves due work to others, for example because its clock is wrong. Undefined: it runs due work. */
    pausedBecause: () => string | undefined;
    /** Why nothing may change in the environment at this time, for example a freeze window. */
    findHold: (item: DueItem, at: Date) => Promise<string | undefined>;
    onError: (error: unknown) => void;
}

/** A kind with its timer. Kinds run independently of each other. */
interface Lane {
    kind: DueKind;
    rounds: ReturnType<typeof coalesced>;
    timer: NodeJS.Timeout | undefined;
}

/** The maximum delay of a timer; longer waits set another timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs what is due. Any node can run an item: `run` checks under the lock that every writer takes whether the item is still due, so each
 * runs once. Timers start items on time; a periodic job runs those that were missed, held or failed.
 */
export class DueWork {
    readonly #dependencies: DueWorkDependencies;
    readonly #lanes: Lane[];
    #isStopped = false;

    constructor(dependencies: DueWorkDependencies) {
        this.#dependencies = dependencies;
        this.#lanes = dependencies.kinds.map((kind) => {
            const lane: Lane = { kind, rounds: coalesced(() => this.#round(lane)), timer: undefined };
            return lane;
        });
    }

    /** Runs due items without waiting for the result. */
    wake(): void {
        for (const lane of this.#lanes) this.#wake(lane);
    }

    /** Wakes the kinds whose times these events may have changed. */
    follow({ events }: { events: readonly { type: string }[] }): void {
        for (const lane of this.#lanes) {
            if (events.some(({ type }) => lane.kind.isRescheduledBy(type))) this.#wake(lane);
        }
    }

    /** Runs due items of all kinds; resolves when none is left but those that are held. Rejects afterwards if any item failed. */
    async runDue(): Promise<void> {
        throwAny(await errorsOf(this.#lanes.map((lane) => this.#run(lane))));
    }

    /** Lists the items of a project, or of one of its flags, in order of time, with the reasons of those that do not run. */
    async list(query: DueQuery): Promise<ListedDueItem[]> {
        const { kinds, db } = this.#dependencies;
        const items = await Promise.all(
            kinds.map(async (kind) =>
                Promise.all((await kind.list(db, query)).map((item) => this.#listed(kind, item))),
            ),
        );
        return items.flat().sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
    }

    async stop(): Promise<void> {
        this.#isStopped = true;
        for (const { timer } of this.#lanes) clearTimeout(timer);
        await Promise.all(this.#lanes.map(({ rounds }) => rounds.idle()));
    }

    #wake(lane: Lane): void {
        this.#run(lane).catch(this.#dependencies.onError);
    }

    #run({ rounds }: Lane): Promise<void> {
        return this.#isIdle() ? Promise.resolve() : rounds();
    }

    #isIdle(): boolean {
        return this.#isStopped || this.#dependencies.pausedBecause() !== undefined;
    }

    async #round(lane: Lane): Promise<void> {
        const { db, clock } = this.#dependencies;
        const errors: unknown[] = [];
        for (let after: DueItem | undefined; ; ) {
            const now = clock();
            const items = await lane.kind.due(db, { now: now.toISOString(), after });
            for (const item of items) {
                if (this.#isIdle()) return;
                errors.push(...(await errorsOf([this.#runItem(lane.kind, item)])));
            }
            after = items.at(-1);
            if (after !== undefined) continue;
            await this.#setTimer(lane, now);
            return throwAny(errors);
        }
    }

    async #runItem(kind: DueKind, item: DueItem): Promise<void> {
        if ((await this.#holdOf(kind, item, this.#dependencies.clock())) === undefined) await kind.run(item);
    }

    async #holdOf(kind: DueKind, item: DueItem, at: Date): Promise<string | undefined> {
        return kind.isHeldByFreezes ? this.#dependencies.findHold(item, at) : undefined;
    }

    /** Items that were due at `now` and are still there are left to the periodic job. */
    async #setTimer(lane: Lane, now: Date): Promise<void> {
        const { db, clock } = this.#dependencies;
        const next = await lane.kind.nextDue(db, now.toISOString());
        clearTimeout(lane.timer);
        if (next === undefined || this.#isStopped) return;
        const wait = Math.max(0, Date.parse(next) - clock().getTime());
        lane.timer = setTimeout(() => this.#wake(lane), Math.min(wait, LONGEST_TIMER_MS)).unref();
    }

    /** Adds the reason that an item waits for beyond its time, unless the kind gives one. */
    async #listed(kind: DueKind, item: ListedDueItem): Promise<ListedDueItem> {
        if (item.reason !== undefined) return item;
        const { clock, pausedBecause } = this.#dependencies;
        const now = clock();
        const isOverdue = Date.parse(item.at) <= now.getTime();
        const hold = await this.#holdOf(kind, item, isOverdue ? now : new Date(item.at));
        const reason = hold ?? (isOverdue ? pausedBecause() : undefined);
        return reason === undefined ? item : { ...item, reason };
    }
}

async function errorsOf(runs: readonly Promise<unknown>[]): Promise<unknown[]> {
    const results = await Promise.allSettled(runs);
    return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
}

function throwAny(errors: readonly unknown[]): void {
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} items of due work failed.`);
}

import type { AdminActor } from '../core/access/actor.ts';
import type { AgentsSetting } from '../core/settings/agents-setting.ts';
import type { Db } from '../storage/database.ts';
import { prepared } from '../storage/prepared.ts';
import { ToolRefusal } from './agent.ts';

const HOUR_MS = 3_600_000;
/** Limit of counters in memory; expired ones are dropped first. */
const MAX_CALLERS = 10_000;

interface Hour {
    startedAt: number;
    calls: number;
}

/** Limits the calls and changes of an agent, so that an agent in a loop stops. */
export class Budget {
    readonly #db: Db;
    readonly #clock: () => Date;
    readonly #setting: () => AgentsSetting;
    readonly #hours = new Map<string, Hour>();
    /** The pending change of a user's agents. */
    readonly #last = new Map<string, Promise<unknown>>();

    constructor({ db, clock, setting }: { db: Db; clock: () => Date; setting: () => AgentsSetting }) {
        this.#db = db;
        this.#clock = clock;
        this.#setting = setting;
    }

    /** Counts a call of any tool. */
    call(actor: AdminActor): void {
        const { callsPerHour } = this.#setting();
        const now = this.#clock().getTime();
        const hour = this.#hourOf(callerOf(actor), now);
        if (hour.calls >= callsPerHour) {
            const minutes = Math.ceil((hour.startedAt + HOUR_MS - now) / 60_000);
            throw new ToolRefusal(
                `The ${callsPerHour} calls that agents of ${actor.name} have in an hour are used up. Stop, say so, and go on in ${minutes} minutes.`,
            );
        }
        hour.calls += 1;
    }

    /**
     * Makes a change if the budget allows one more. Changes of one caller run one after the other: concurrent ones would each
     * read the log without the others.
     */
    change<T>(actor: AdminActor, make: () => Promise<T>): Promise<T> {
        const caller = callerOf(actor);
        const result = (this.#last.get(caller) ?? Promise.resolve()).then(async () => {
            await this.#demandChange(actor);
            return make();
        });
        const ended = result
            .catch(() => undefined)
            .then(() => {
                if (this.#last.get(caller) === ended) this.#last.delete(caller);
            });
        this.#last.set(caller, ended);
        return result;
    }

    /** Checks the limit. Changes are counted in the audit log, which all nodes share and which survives restarts. */
    async #demandChange({ id, name }: AdminActor): Promise<void> {
        const { changesPerHour } = this.#setting();
        const since = new Date(this.#clock().getTime() - HOUR_MS).toISOString();
        const [row] = await changesSince(this.#db, { id, name, since });
        if (Number(row?.count ?? 0) < changesPerHour) return;
        throw new ToolRefusal(
            `Agents of ${name} have made the ${changesPerHour} changes that they have in an hour. Stop, and let people look at them.`,
        );
    }

    #hourOf(caller: string, now: number): Hour {
        const known = this.#hours.get(caller);
        if (known && now < known.startedAt + HOUR_MS) return known;
        if (this.#hours.size >= MAX_CALLERS) this.#forget(now);
        const hour = { startedAt: now, calls: 0 };
        this.#hours.delete(caller);
        this.#hours.set(caller, hour);
        return hour;
    }

    /** Deletes expired counters, and the oldest if too many are left. The map is sorted by the start of the hour. */
    #forget(now: number): void {
        for (const [caller, { startedAt }] of this.#hours) {
            if (this.#hours.size < MAX_CALLERS && now < startedAt + HOUR_MS) return;
            this.#hours.delete(caller);
        }
    }
}

const callerOf = ({ id, name }: AdminActor) => `${id} ${name}`;

const changesSince = prepared((db: Db, { id, name, since }: { id: number; name: string; since: string }) =>
    db
        .selectFrom('events')
        .select(({ fn }) => fn.count<number>('group_id').distinct().as('count'))
        .where('via', 'is not', null)
        .where('created_by_user_id', '=', id)
        .where('created_by', '=', name)
        .where('created_at', '>=', since),
);

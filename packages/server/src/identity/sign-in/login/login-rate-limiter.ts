import type { RecordObservation } from '../../../changes/record-observation.ts';
import { tooManyRequests } from '../../../core/errors/errors.ts';
import type { RateLimitedAction } from '../../../storage/tables/sign-ins.ts';
import { networkPrefix } from '../../accounts/users/network-prefix.ts';

const MINUTE_MS = 60_000;
/** Maximum number of network prefixes cached as blocked. Each attempt of another blocked prefix costs one statement. */
const MAX_CACHED = 10_000;

interface RateLimiterDependencies {
    recordObservation: RecordObservation;
    clock: () => Date;
    perMinute: number;
}

/**
 * Counts failed attempts at endpoints where secrets could be guessed, across all nodes, so spreading attempts over nodes gains
 * nothing. Each counted attempt costs one statement; uncounted attempts and attempts already known to be blocked cost none. So a
 * node may let one attempt pass before it learns the counts of the others.
 */
export class LoginRateLimiter {
    readonly #dependencies: RateLimiterDependencies;
    /** The end of each refusal by action and network prefix, in the order of insertion. */
    readonly #refused = new Map<string, number>();

    constructor(dependencies: RateLimiterDependencies) {
        this.#dependencies = dependencies;
    }

    /** Rejects an address that exceeded the limit, as far as this node knows. */
    admit(action: RateLimitedAction, address: string): void {
        const until = this.#refused.get(keyOf(action, address));
        if (until !== undefined && until > this.#dependencies.clock().getTime()) throw this.#tooMany();
    }

    /** Counts an attempt, and rejects it if the limit is exceeded. */
    async count(action: RateLimitedAction, address: string): Promise<void> {
        const { recordObservation, clock, perMinute } = this.#dependencies;
        const now = clock().getTime();
        const minute = Math.floor(now / MINUTE_MS);
        const { count } = await recordObservation((tx) =>
            tx
                .insertInto('attempts_by_place')
                .values({ door: action, place: networkPrefix(address), minute, count: 1 })
                .onConflict((conflict) =>
                    conflict.columns(['door', 'place']).doUpdateSet(({ eb, ref }) => {
                        // The clock of another node may be up to a minute ahead. Its minute continues instead of being reset.
                        const continues = eb('attempts_by_place.minute', '>=', ref('excluded.minute')).and(
                            'attempts_by_place.minute',
                            '<=',
                            eb('excluded.minute', '+', 1),
                        );
                        return {
                            count: eb
                                .case()
                                .when(continues)
                                .then(eb('attempts_by_place.count', '+', 1))
                                .else(1)
                                .end(),
                            minute: eb
                                .case()
                                .when(continues)
                                .then(ref('attempts_by_place.minute'))
                                .else(ref('excluded.minute'))
                                .end(),
                        };
                    }),
                )
                .returning('count')
                .executeTakeFirstOrThrow(),
        );
        if (count <= perMinute) return;
        this.#remember(keyOf(action, address), (minute + 1) * MINUTE_MS);
        throw this.#tooMany();
    }

    /** Deletes the counts of past minutes. */
    async forgetOld(): Promise<void> {
        const { recordObservation, clock } = this.#dependencies;
        const minute = Math.floor(clock().getTime() / MINUTE_MS);
        await recordObservation((tx) => tx.deleteFrom('attempts_by_place').where('minute', '<', minute).execute());
    }

    #remember(key: string, until: number): void {
        this.#refused.delete(key);
        this.#refused.set(key, until);
        if (this.#refused.size <= MAX_CACHED) return;
        const [oldest] = this.#refused.keys();
        this.#refused.delete(oldest!);
    }

    #tooMany() {
        return tooManyRequests(`More than ${this.#dependencies.perMinute} attempts in a minute. Wait a minute.`);
    }
}

const keyOf = (action: RateLimitedAction, address: string) => `${action} ${networkPrefix(address)}`;

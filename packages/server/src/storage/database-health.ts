import { markTrouble, TROUBLES, type Trouble, troubleOf } from '../core/errors/database-trouble.ts';
import { troubleIn } from './trouble-codes.ts';

export interface DatabaseCondition {
    readonly state: 'fine' | Trouble;
    /** In API format. */
    readonly since: string;
    /** One sentence for humans; empty while the database is healthy. */
    readonly says: string;
}

/** `Retry-After` names this time, so the results of their writes are known by then. */
const FULL_MS = 1_000 * TROUBLES.full.retryAfterSeconds;

/**
 * The health of the database, derived from the results of this node's statements. It is reported in `/ready`, metrics and the
 * log. Requests are not rejected because of it: each one fails or succeeds on its own.
 */
export class DatabaseHealth {
    readonly #clock: () => Date;
    readonly #onChange: (condition: DatabaseCondition, cause?: unknown) => void;
    #condition: DatabaseCondition;
    #lastFull = Number.NEGATIVE_INFINITY;
    readonly #failures: Record<Trouble, number> = { away: 0, 'read-only': 0, full: 0, removed: 0, slow: 0 };

    constructor({
        clock = () => new Date(),
        onChange = () => undefined,
    }: { clock?: () => Date; onChange?: (condition: DatabaseCondition, cause?: unknown) => void } = {}) {
        this.#clock = clock;
        this.#onChange = onChange;
        this.#condition = { state: 'fine', since: clock().toISOString(), says: '' };
    }

    get condition(): DatabaseCondition {
        return this.#condition;
    }

    /** Number of failures, by reason. */
    get failures(): Readonly<Record<Trouble, number>> {
        return this.#failures;
    }

    /** A statement or the connection failed. Marks the error, so that the response can report the reason. */
    failed(error: unknown): void {
        const known = troubleOf(error);
        const trouble = known ?? troubleIn(error);
        if (trouble === undefined) return;
        if (known === undefined) this.#failures[trouble]++;
        if (trouble === 'full') this.#lastFull = this.#clock().getTime();
        markTrouble(error as Error, trouble);
        this.#become(trouble, error);
    }

    /** A statement succeeded, which does not show whether writes are possible. */
    responded(): void {
        if (this.#condition.state === 'away') this.#recover();
    }

    /** Unless healthy, tests whether the database accepts writes again. */
    async recheck(tryToWrite: () => Promise<unknown>): Promise<void> {
        if (this.#condition.state === 'fine') return;
        try {
            await tryToWrite();
            this.#recover();
        } catch {
            // The failed attempt has already been recorded.
        }
    }

    /** The attempt is small: on a full disk it fits into space that is allocated already, and changes do not. */
    #recover(): void {
        const isFull = this.#clock().getTime() - this.#lastFull < FULL_MS;
        this.#become(isFull ? 'full' : 'fine');
    }

    #become(state: DatabaseCondition['state'], cause?: unknown): void {
        if (this.#condition.state === state) return;
        const says = state === 'fine' ? '' : TROUBLES[state].says;
        this.#condition = { state, since: this.#clock().toISOString(), says };
        this.#onChange(this.#condition, cause);
    }
}

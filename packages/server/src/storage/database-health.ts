import { markTrouble, TROUBLES, type Trouble, troubleOf } from '../core/errors/database-trouble.ts';
import { troubleIn } from './trouble-codes.ts';

export interface DatabaseCondition {
    readonly state: 'fine' | Trouble;
    /** In wire format. */
    readonly since: string;
    /** One sentence for people; empty while it is fine. */
    readonly says: string;
}

/**
 * How the database is, as far as this node can tell from what it asks of it. Requests are not refused because of it: each fails,
 * or works, by itself. It is for those who want to know without asking: `/ready`, metrics, the log.
 */
export class DatabaseHealth {
    readonly #clock: () => Date;
    readonly #onChange: (condition: DatabaseCondition, cause?: unknown) => void;
    #condition: DatabaseCondition;
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

    /** How often something that was asked of it failed, by why. */
    get failures(): Readonly<Record<Trouble, number>> {
        return this.#failures;
    }

    /** A statement or the connection failed. Marks the error, so that the response can say so. */
    failed(error: unknown): void {
        const known = troubleOf(error);
        const trouble = known ?? troubleIn(error);
        if (trouble === undefined) return;
        if (known === undefined) this.#failures[trouble]++;
        markTrouble(error as Error, trouble);
        this.#become(trouble, error);
    }

    /** A statement was answered; whether it would take a change, that does not tell. */
    answered(): void {
        if (this.#condition.state === 'away') this.#become('fine');
    }

    /** Tries, unless all is well, whether it takes changes again. */
    async recheck(tryToWrite: () => Promise<unknown>): Promise<void> {
        if (this.#condition.state === 'fine') return;
        try {
            await tryToWrite();
            this.#become('fine');
        } catch {
            // It has told us itself.
        }
    }

    #become(state: DatabaseCondition['state'], cause?: unknown): void {
        if (this.#condition.state === state) return;
        const says = state === 'fine' ? '' : TROUBLES[state].says;
        this.#condition = { state, since: this.#clock().toISOString(), says };
        this.#onChange(this.#condition, cause);
    }
}

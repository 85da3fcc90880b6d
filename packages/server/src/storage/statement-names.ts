import { createHash } from 'node:crypto';

/** PostgreSQL keeps each named statement and its plan in the memory of each connection. */
const LIMIT = 150;
/** Texts remembered after their first execution. */
const MAX_SEEN_ONCE = 1_000;
/** Longer statements are inserts of arbitrary length, which rarely repeat. */
const LONGEST = 8_000;

/** A node of another version changed the table since the statement was planned. */
const isOutdatedPlan = (error: unknown) =>
    error instanceof Error && error.message === 'cached plan must not change result type';

/** The error codes for a statement that was prepared on another server connection, or by another client on this one. */
const UNKNOWN_NAME = '26000';
const NAME_EXISTS = '42P05';

const isForeignName = (error: unknown) => {
    const { code } = error as { code?: unknown };
    return code === UNKNOWN_NAME || code === NAME_EXISTS;
};

/** Whether the prepared statements caused the error: nothing was done, and the next attempt prepares them again or does without. */
export const isLostPlan = (error: unknown) => isOutdatedPlan(error) || isForeignName(error);

/** The names of the statements that are parsed and planned once per connection: the first ones that are executed twice. */
export class StatementNames {
    readonly #names = new Map<string, string>();
    readonly #seenOnce = new Set<string>();
    /** Connections of an older generation have outdated plans: they use no names and are replaced. */
    #generation = 0;
    /** False once a statement was found on another server connection than expected. */
    #areUsed = true;

    get generation(): number {
        return this.#generation;
    }

    /** A name that never refers to another statement of any session; undefined: the statement is parsed each time. */
    nameOf(text: string): string | undefined {
        const name = this.#names.get(text);
        if (name !== undefined || !this.#areUsed) return this.#areUsed ? name : undefined;
        if (this.#names.size >= LIMIT || text.length > LONGEST) return undefined;
        if (!this.#seenOnce.delete(text)) {
            if (this.#seenOnce.size >= MAX_SEEN_ONCE) this.#seenOnce.clear();
            this.#seenOnce.add(text);
            return undefined;
        }
        const given = createHash('sha256').update(text).digest('base64url').slice(0, 22);
        this.#names.set(text, given);
        return given;
    }

    failed(error: Error): void {
        if (isLostPlan(error)) this.#generation++;
        if (isForeignName(error)) this.#areUsed = false;
    }
}

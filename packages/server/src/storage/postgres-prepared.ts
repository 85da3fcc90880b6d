import { createHash } from 'node:crypto';
import type { RowReader, Wire } from './postgres-wire.ts';

/** For each connection: PostgreSQL keeps each statement and its plan in the memory of that connection. */
const LIMIT = 150;
/** Longer statements are inserts of arbitrary length, which rarely repeat. */
const LONGEST = 8_000;
/** Plans expire, so that a plan made for a nearly empty table is not used after the table has grown. */
const LIFE_MS = 60_000;

interface Prepared {
    name: string;
    since: number;
    /** Undefined before the first execution. */
    toRow: RowReader | undefined;
}

/** Shared by all connections: plans of an older generation are outdated. */
export interface Plans {
    generation: number;
    /** Whether statements have names: not after one was found on another server connection than expected. */
    areNamed: boolean;
}

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

/** The statements that one connection has parsed and planned, most recently used last. */
export class PreparedStatements {
    readonly #known = new Map<string, Prepared>();
    /** Statements that PostgreSQL can deallocate. */
    #outdated: string[] = [];
    #count = 0;
    readonly #plans: Plans;
    #generation: number;
    readonly #isPooled: boolean;

    /** A pooler may execute the next statement on another server connection, where names are unknown. */
    constructor(plans: Plans, { isPooled }: { isPooled: boolean }) {
        this.#plans = plans;
        this.#generation = plans.generation;
        this.#isPooled = isPooled;
    }

    /** The name for the statement; unnamed ones are parsed each time. Deallocates the least recently used. */
    take(text: string, wire: Pick<Wire, 'close'>): { name: string; isKnown: boolean; toRow: RowReader | undefined } {
        if (this.#generation !== this.#plans.generation) this.#forgetAll();
        const statement = this.#find(text) ?? this.#add(text);
        for (const name of this.#outdated) wire.close({ type: 'S', name });
        this.#outdated = [];
        return statement;
    }

    #find(text: string) {
        const known = this.#known.get(text);
        if (!known) return undefined;
        this.#known.delete(text);
        this.#known.set(text, known);
        if (performance.now() - known.since < LIFE_MS) return { ...known, isKnown: true };
        this.#forget(text);
        return undefined;
    }

    #add(text: string) {
        if (text.length > LONGEST || this.#isPooled || !this.#plans.areNamed)
            return { name: '', isKnown: false, toRow: undefined };
        if (this.#known.size >= LIMIT) this.#forget(this.#known.keys().next().value!);
        const prepared: Prepared = {
            name: `${hashOf(text)}_${++this.#count}`,
            since: performance.now(),
            toRow: undefined,
        };
        this.#known.set(text, prepared);
        return { ...prepared, isKnown: false };
    }

    /** Stores the reader of the rows of an executed statement. */
    described(text: string, toRow: RowReader): void {
        const prepared = this.#known.get(text);
        if (prepared) prepared.toRow ??= toRow;
    }

    #forget(text: string): void {
        const prepared = this.#known.get(text);
        if (!prepared) return;
        this.#known.delete(text);
        this.#outdated.push(prepared.name);
    }

    /** Removes statements after an error: the first one failed; the others may not even have been parsed. */
    failed(error: Error, [first, ...others]: readonly string[]): void {
        if (isLostPlan(error)) this.#plans.generation++;
        if (isForeignName(error)) this.#plans.areNamed = false;
        if (first !== undefined) this.#forget(first);
        for (const text of others) if (this.#known.get(text)?.toRow === undefined) this.#forget(text);
    }

    #forgetAll(): void {
        this.#generation = this.#plans.generation;
        for (const text of [...this.#known.keys()]) this.#forget(text);
    }
}

/** A name that never refers to another statement, whoever prepared it. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

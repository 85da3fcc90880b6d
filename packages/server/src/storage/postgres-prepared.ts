import type { Columns, Wire } from './postgres-wire.ts';

/** Of one connection: PostgreSQL keeps each, with its plan, in the memory of that connection. */
const LIMIT = 150;
/** Lists of rows to insert: they are of any length, and few are ever sent twice. */
const LONGEST = 8_000;
/** A plan that was made when a table was nearly empty is not kept until somebody tells PostgreSQL that it has grown. */
const LIFE_MS = 60_000;

interface Prepared {
    name: string;
    since: number;
    /** Unknown until it was done once. */
    columns: Columns | undefined;
}

/** Shared by all connections: which plans are out of date. */
export interface Plans {
    generation: number;
}

/** Since it was planned, a node of another version changed the table. */
export const isOutdatedPlan = (error: unknown) =>
    error instanceof Error && error.message === 'cached plan must not change result type';

/** The statements that one connection has parsed and planned, those used last at the end. */
export class PreparedStatements {
    readonly #known = new Map<string, Prepared>();
    /** Names that PostgreSQL can forget. */
    #outdated: string[] = [];
    #count = 0;
    readonly #plans: Plans;
    #generation: number;

    constructor(plans: Plans) {
        this.#plans = plans;
        this.#generation = plans.generation;
    }

    /** What to call the statement; unnamed ones are parsed each time. Says goodbye to those that were not used for long. */
    take(text: string, wire: Pick<Wire, 'close'>): { name: string; isKnown: boolean; columns: Columns | undefined } {
        if (this.#generation !== this.#plans.generation) this.#forgetAll();
        const taken = this.#find(text) ?? this.#add(text);
        for (const name of this.#outdated) wire.close({ type: 'S', name });
        this.#outdated = [];
        return taken;
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
        if (text.length > LONGEST) return { name: '', isKnown: false, columns: undefined };
        if (this.#known.size >= LIMIT) this.#forget(this.#known.keys().next().value!);
        const prepared: Prepared = { name: `h${++this.#count}`, since: performance.now(), columns: undefined };
        this.#known.set(text, prepared);
        return { ...prepared, isKnown: false };
    }

    /** It was done, and its rows look like this. */
    described(text: string, columns: Columns): void {
        const prepared = this.#known.get(text);
        if (prepared) prepared.columns ??= columns;
    }

    #forget(text: string): void {
        const prepared = this.#known.get(text);
        if (!prepared) return;
        this.#known.delete(text);
        this.#outdated.push(prepared.name);
    }

    /** The first of these failed; the others may not even have been parsed. */
    failed(error: Error, [first, ...others]: readonly string[]): void {
        if (isOutdatedPlan(error)) this.#plans.generation++;
        if (first !== undefined) this.#forget(first);
        for (const text of others) if (this.#known.get(text)?.columns === undefined) this.#forget(text);
    }

    #forgetAll(): void {
        this.#generation = this.#plans.generation;
        for (const text of [...this.#known.keys()]) this.#forget(text);
    }
}

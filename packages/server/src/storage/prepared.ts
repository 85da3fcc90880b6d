import type { Compilable, CompiledQuery, DialectAdapter, InferResult, Kysely } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './tables.ts';

/** Stands for a value, or for a list of them, until a query is run. */
export class Placeholder {
    readonly name: string;

    constructor(name: string) {
        this.name = name;
    }
}

type Value = string | number | boolean | null;

/**
 * A query that is built and compiled when it is first run, not each time: of what a short query costs in this process, that is
 * the larger part. What it is given are values; it cannot be another query for other values.
 */
export function prepared<
    D extends Db,
    Given extends Record<keyof Given, Value | readonly Value[]>,
    Query extends Compilable,
>(build: (db: D, given: Given) => Query): (db: D, given: Given) => Promise<InferResult<Query>> {
    const compiled = new WeakMap<DialectAdapter, CompiledQuery>();
    // The query sees names only; the types are those of the values.
    const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Given;
    return async (db, given) => {
        // Whoever may build a query may run it.
        const executor = (db as unknown as Kysely<Tables>).getExecutor();
        let query = compiled.get(executor.adapter);
        if (!query) {
            query = build(db, placeholders).compile();
            compiled.set(executor.adapter, query);
        }
        const parameters = query.parameters.map((value) =>
            value instanceof Placeholder ? given[value.name as keyof Given] : value,
        );
        const { rows } = await executor.executeQuery({ ...query, parameters });
        return rows as InferResult<Query>;
    };
}

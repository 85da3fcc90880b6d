import type { Compilable, CompiledQuery, DialectAdapter, InferResult, Kysely } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './tables.ts';
import { executeOn } from './transaction.ts';

/** A placeholder for a value or a list of values. */
export class Placeholder {
    readonly name: string;
    /** A placeholder for a list with one value. */
    readonly isSingle: boolean;

    constructor(name: string, isSingle: boolean) {
        this.name = name;
        this.isSingle = isSingle;
    }
}

type Value = string | number | boolean | null;

/**
 * A query that is built and compiled when it is first run, not each time: of what a short query costs in this process, that is
 * the larger part. What it is given are values; it cannot be another query for other values, but for lists of one value: to be
 * equal to that is what databases have the better plan for.
 */
export function prepared<
    D extends Db,
    Given extends Record<keyof Given, Value | readonly Value[]>,
    Query extends Compilable,
>(build: (db: D, given: Given) => Query): (db: D, given: Given) => Promise<InferResult<Query>> {
    /** By which of what is given are lists of one value. */
    const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();
    return async (db, given) => {
        // A caller that may build a query may run it.
        const executor = (db as unknown as Kysely<Tables>).getExecutor();
        let variants = compiled.get(executor.adapter);
        if (!variants) {
            variants = new Map();
            compiled.set(executor.adapter, variants);
        }
        const singles = singlesIn(given);
        let query = variants.get(singles);
        if (!query) {
            query = build(db, placeholdersFor(given)).compile();
            variants.set(singles, query);
        }
        const parameters = query.parameters.map((value) => {
            if (!(value instanceof Placeholder)) return value;
            const found = given[value.name as keyof Given];
            return value.isSingle ? (found as readonly Value[])[0] : found;
        });
        const { rows } = await executeOn(executor, { ...query, parameters });
        return rows as InferResult<Query>;
    };
}

const isSingle = (value: unknown) => Array.isArray(value) && value.length === 1;

function singlesIn(given: object): string {
    let singles = '';
    for (const name in given) if (isSingle(given[name as keyof object])) singles += `${name} `;
    return singles;
}

/** The query sees names only; the types are those of the values. */
const placeholdersFor = <Given extends object>(given: Given) =>
    new Proxy({} as Given, {
        get: (_, name) => new Placeholder(String(name), isSingle(given[name as keyof Given])),
    });

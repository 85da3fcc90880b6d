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
 * A query that is built and compiled on first use: compilation dominates the cost of a short query in this process. Its inputs
 * are values and cannot alter the query, with one exception: lists with a single value use an equality, for which the databases
 * have better plans.
 */
export function prepared<
    D extends Db,
    Given extends Record<keyof Given, Value | readonly Value[]>,
    Query extends Compilable,
>(build: (db: D, inputs: Given) => Query): (db: D, inputs: Given) => Promise<InferResult<Query>> {
    /** Keyed by which inputs are lists with a single value. */
    const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();
    return async (db, inputs) => {
        // A caller that may build a query may run it.
        const executor = (db as unknown as Kysely<Tables>).getExecutor();
        let variants = compiled.get(executor.adapter);
        if (!variants) {
            variants = new Map();
            compiled.set(executor.adapter, variants);
        }
        const singles = singlesIn(inputs);
        let query = variants.get(singles);
        if (!query) {
            query = build(db, placeholdersFor(inputs)).compile();
            variants.set(singles, query);
        }
        const parameters = query.parameters.map((value) => {
            if (!(value instanceof Placeholder)) return value;
            const input = inputs[value.name as keyof Given];
            return value.isSingle ? (input as readonly Value[])[0] : input;
        });
        const { rows } = await executeOn(executor, { ...query, parameters });
        return rows as InferResult<Query>;
    };
}

const isSingle = (value: unknown) => Array.isArray(value) && value.length === 1;

function singlesIn(inputs: object): string {
    let singles = '';
    for (const name in inputs) if (isSingle(inputs[name as keyof object])) singles += `${name} `;
    return singles;
}

/** The query builder sees placeholders typed as the values. */
const placeholdersFor = <Given extends object>(inputs: Given) =>
    new Proxy({} as Given, {
        get: (_, name) => new Placeholder(String(name), isSingle(inputs[name as keyof Given])),
    });

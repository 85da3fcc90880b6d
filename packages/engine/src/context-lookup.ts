import type { ContextAccessor } from './context.ts';
import type { Context, Runtime } from './definitions.ts';

/** One lookup in a context: a field, and how it is read. */
export interface ContextLookup<Value = unknown> {
    readonly index: number;
    readonly field: string;
    read(context: Context): Value | undefined;
    /** Creates a function that passes the read value to another. */
    into<Result>(use: (value: Value | undefined) => Result): (context: Context) => Result;
}

export function createLookup<Value>(
    accessor: ContextAccessor<Value>,
    { index, field, runtime }: { index: number; field: string; runtime: Runtime },
): ContextLookup<Value> {
    return {
        index,
        field,
        read: accessor.of(field, runtime),
        into: (use) => accessor.into(use, field, runtime),
    };
}

import type { ContextAccessor } from './context.ts';
import type { Context, Runtime } from './definitions.ts';

/** One thing to know about a context: a field, read in one way. */
export interface ContextLookup<Value = unknown> {
    readonly index: number;
    readonly field: string;
    read(context: Context): Value | undefined;
    /** A function that hands what it reads to another. */
    into<Result>(use: (value: Value | undefined) => Result): (context: Context) => Result;
}

export function questionOf<Value>(
    reading: ContextAccessor<Value>,
    { index, field, runtime }: { index: number; field: string; runtime: Runtime },
): ContextLookup<Value> {
    return {
        index,
        field,
        read: reading.of(field, runtime),
        into: (use) => reading.into(use, field, runtime),
    };
}

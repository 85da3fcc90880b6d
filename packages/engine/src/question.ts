import type { Reading } from './context.ts';
import type { Context, Runtime } from './definitions.ts';

/** One thing to know about a context: a field, read in one way. */
export interface Question<Value = unknown> {
    readonly index: number;
    readonly field: string;
    read(context: Context): Value | undefined;
    /** A function that hands what it reads to another. */
    into<Result>(use: (value: Value | undefined) => Result): (context: Context) => Result;
}

export function questionOf<Value>(
    reading: Reading<Value>,
    { index, field, runtime }: { index: number; field: string; runtime: Runtime },
): Question<Value> {
    return {
        index,
        field,
        read: reading.of(field, runtime),
        into: (use) => reading.into(use, field, runtime),
    };
}

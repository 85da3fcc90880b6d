import type { Context } from './definitions.ts';
import { interned } from './names.ts';

/**
 * Empty strings, `false` and 0 count as missing, as in the SDKs. Objects and functions are no values either, which is also
 * why names such as `constructor` are safe here: everything an object inherits is an object or a function.
 */
export function textOf(value: unknown): string | undefined {
    if (typeof value === 'string') return value === '' ? undefined : value;
    if (value === undefined) return undefined;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
        return value ? String(value) : undefined;
    }
    return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
}

/**
 * A function that hands a field of a context to `use`: the context's own one counts first, then the one in `properties`.
 */
export function withField<Result>(name: string, use: Use<Result>): (context: Context) => Result {
    const field = interned(name);
    let sum = 0;
    for (let i = 0; i < field.length; i++) sum += field.charCodeAt(i) * (i + 1);
    return ACCESSORS[sum % ACCESSORS.length]!(field, use);
}

type Use<Result> = (value: string | undefined) => Result;
type FieldAccessor = <Result>(field: string, use: Use<Result>) => (context: Context) => Result;

/**
 * All the same on purpose. JavaScript engines remember, for each place in the source that loads a property, which one it was
 * and where it lay; a place that loads many different ones forgets, and is about five times slower (see
 * docs/decisions/0102). So the fields are spread over many places.
 */
const ACCESSORS: readonly FieldAccessor[] = [
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
    (field, use) => (context) => use(textOf(context[field]) ?? textOf(context.properties?.[field])),
];

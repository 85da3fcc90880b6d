import type { Context } from './definitions.ts';
import { intern } from './intern.ts';

/**
 * Empty strings, `false` and 0 count as missing, as in the SDKs. Objects and functions are not values either, so names such as
 * `constructor` are safe here: all inherited members are objects or functions.
 */
export function textOf(value: unknown): string | undefined {
    if (typeof value === 'string') return value === '' ? undefined : value;
    if (value === undefined) return undefined;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
        return value ? String(value) : undefined;
    }
    return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
}

/** Creates a function that passes a field of a context to `use`: a member of the context takes precedence over one in `properties`. */
export function withField<Result>(name: string, use: Use<Result>): (context: Context) => Result {
    const field = intern(name);
    let sum = 0;
    for (let i = 0; i < field.length; i++) sum += field.charCodeAt(i) * (i + 1);
    return ACCESSORS[sum % ACCESSORS.length]!(field, use);
}

type Use<Result> = (value: string | undefined) => Result;
type FieldAccessor = <Result>(field: string, use: Use<Result>) => (context: Context) => Result;

/**
 * Identical by design. JavaScript engines cache, for each property access in the source, the property and its position; an access with many
 * different properties loses this cache and is about five times slower (see docs/decisions/0102). So the fields are distributed over many
 * accesses.
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

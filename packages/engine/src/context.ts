import type { Context, Runtime } from './definitions.ts';

/**
 * One way to read a context value. `of` prepares the reading of one field; what it returns answers `undefined` when the
 * value is missing or cannot be read.
 */
export interface Reading<Value> {
    readonly name: string;
    /** The field it looks at, when that is not for the constraint to say. */
    readonly field?: string;
    of(field: string, runtime: Runtime): (context: Context) => Value | undefined;
    /** A value in words, for readings that find one where the context has none. */
    show?(value: Value): string;
}

const NOBODY: Context = Object.freeze({});

/** Contexts come from outside: whatever is not an object says nothing about the user. */
export function contextFrom(value: unknown): Context {
    return typeof value === 'object' && value !== null ? (value as Context) : NOBODY;
}

/**
 * Empty strings, `false` and 0 count as missing, as in the SDKs. Objects and functions are no values either, which is also
 * why names such as `constructor` are safe here: everything an object inherits is an object or a function.
 */
function textOf(value: unknown): string | undefined {
    if (typeof value === 'string') return value === '' ? undefined : value;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
        return value ? String(value) : undefined;
    }
    return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
}

/** A field's value as text: the context's own field first, then the one in `properties`. */
export function lookup(context: Context, field: string): string | undefined {
    return textOf(context[field]) ?? textOf(context.properties?.[field]);
}

export const text: Reading<string> = {
    name: 'text',
    of: (field) => (context) => lookup(context, field),
};

/** As SDKs do, strategies and stickiness look for `userId` and its like at the top of the context only. */
export const topText: Reading<string> = {
    name: 'top text',
    of: (field) => (context) => textOf(context[field]),
};

/** The first of some top-level fields that has a value. */
export function firstText(...fields: string[]): Reading<string> {
    return {
        name: fields.join(' or '),
        of: () => (context) => {
            for (const field of fields) {
                const value = textOf(context[field]);
                if (value !== undefined) return value;
            }
            return undefined;
        },
    };
}

export const lowerCaseText: Reading<string> = {
    name: 'lower-case text',
    of: (field) => (context) => lookup(context, field)?.toLowerCase(),
};

/** A reading of text that goes through a parser, which answers `undefined` for what it cannot read. */
export function parsed<Value>(name: string, parse: (text: string) => Value | undefined): Reading<Value> {
    return {
        name,
        of: (field) => (context) => {
            const value = lookup(context, field);
            return value === undefined ? undefined : parse(value);
        },
    };
}

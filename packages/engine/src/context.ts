import type { Context, Runtime } from './definitions.ts';
import { fieldReader, textOf } from './field.ts';

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

export const text: Reading<string> = {
    name: 'text',
    of: fieldReader,
};

export const lowerCaseText: Reading<string> = {
    name: 'lower-case text',
    of(field) {
        const read = fieldReader(field);
        return (context) => read(context)?.toLowerCase();
    },
};

/** A reading of text that goes through a parser, which answers `undefined` for what it cannot read. */
export function parsed<Value>(name: string, parse: (text: string) => Value | undefined): Reading<Value> {
    return {
        name,
        of(field) {
            const read = fieldReader(field);
            return (context) => {
                const value = read(context);
                return value === undefined ? undefined : parse(value);
            };
        },
    };
}

/** As SDKs do, strategies look for `userId` and its like at the top of the context only. */
export const topText: Reading<string> = {
    name: 'top text',
    of: (field) => (context) => textOf(context[field]),
};

/** Who a rollout places, unless it says otherwise. */
export const rolloutUser: Reading<string> = {
    name: 'userId or sessionId',
    of: () => (context) => textOf(context.userId) ?? textOf(context.sessionId),
};

/** Who variants are chosen for, unless they say otherwise. */
export const variantUser: Reading<string> = {
    name: 'userId, sessionId or remoteAddress',
    of: () => (context) => textOf(context.userId) ?? textOf(context.sessionId) ?? textOf(context.remoteAddress),
};

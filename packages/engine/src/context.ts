import type { Context, Runtime } from './definitions.ts';
import { textOf, withField } from './field.ts';

/** One way to read a context value; `undefined` when it is missing or cannot be read. */
export interface ContextAccessor<Value> {
    readonly name: string;
    /** The field it looks at, when that is not for the constraint to say. */
    readonly field?: string;
    /** A function that reads a field. */
    of(field: string, runtime: Runtime): (context: Context) => Value | undefined;
    /** A function that reads a field and uses it at once, which is faster than calling one function after the other. */
    into<Result>(
        use: (value: Value | undefined) => Result,
        field: string,
        runtime: Runtime,
    ): (context: Context) => Result;
    /** A value in words, for readings that find one where the context has none. */
    show?(value: Value): string;
}

/** Contexts come from outside: whatever is not an object says nothing about the user. */
export function contextFrom(value: unknown): Context {
    return typeof value === 'object' && value !== null ? (value as Context) : {};
}

export const text: ContextAccessor<string> = {
    name: 'text',
    of: (field) => withField(field, (value) => value),
    into: (use, field) => withField(field, use),
};

/** As SDKs do, strategies look for `userId` and its like at the top of the context only. */
export const topText: ContextAccessor<string> = {
    name: 'top text',
    of: (field) => (context) => textOf(context[field]),
    into: (use, field) => (context) => use(textOf(context[field])),
};

/** The default stickiness of a rollout. */
export const rolloutUser: ContextAccessor<string> = {
    name: 'userId or sessionId',
    of: () => userOrSession,
    into: (use) => (context) => use(userOrSession(context)),
};

/** Who variants are chosen for, unless they say otherwise. */
export const variantUser: ContextAccessor<string> = {
    name: 'userId, sessionId or remoteAddress',
    of: () => userOrSessionOrAddress,
    into: (use) => (context) => use(userOrSessionOrAddress(context)),
};

export const nothing: ContextAccessor<never> = {
    name: 'nothing',
    of: () => () => undefined,
    into: (use) => () => use(undefined),
};

function userOrSession({ userId, sessionId }: Context): string | undefined {
    return textOf(userId) ?? textOf(sessionId);
}

function userOrSessionOrAddress(context: Context): string | undefined {
    return userOrSession(context) ?? textOf(context.remoteAddress);
}

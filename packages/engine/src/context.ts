import type { Context, Runtime } from './definitions.ts';
import { textOf, withField } from './field.ts';

/** An accessor for a context value; `undefined` when it is missing or cannot be read. */
export interface ContextAccessor<Value> {
    readonly name: string;
    /** The field that it reads, if the constraint does not specify it. */
    readonly field?: string;
    /** Creates a function that reads a field. */
    of(field: string, runtime: Runtime): (context: Context) => Value | undefined;
    /** Creates a function that reads a field and uses it directly, which is faster than two function calls. */
    into<Result>(
        use: (value: Value | undefined) => Result,
        field: string,
        runtime: Runtime,
    ): (context: Context) => Result;
    /** Formats a value, for accessors that return a value although the context has none. */
    show?(value: Value): string;
}

/** Contexts are untrusted input: anything that is not an object is treated as an empty context. */
export function contextFrom(value: unknown): Context {
    return typeof value === 'object' && value !== null ? (value as Context) : {};
}

export const text: ContextAccessor<string> = {
    name: 'text',
    of: (field) => withField(field, (value) => value),
    into: (use, field) => withField(field, use),
};

/** Like SDKs, strategies look for `userId` and similar fields only at the top level of the context. */
export const topLevelText: ContextAccessor<string> = {
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

/** The default stickiness of variants. */
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

import { randomUUID } from 'node:crypto';
import type { Context } from '@halyard/engine';
import { invalid } from '../core/errors/errors.ts';

/** The standard fields of a context; all others become properties. */
const STANDARD_FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime']);

/** The maximum length of a value: it suffices to distinguish users, and thousands of flags read these texts. */
const MAX_LENGTH = 4_000;

/** The maximum size of a context in a body. */
export const CONTEXT_BODY_LIMIT = 64 * 1024;

/** Context fields derived from the request itself. */
export interface CallerContext {
    ip: string;
    environment: string;
}

/** Reads the context in a query string: `userId=7&properties[plan]=pro&anything=else`. */
export function contextFromQuery(query: Record<string, unknown>, caller: CallerContext): Context {
    const properties = emptyProperties();
    const context: Context = { properties };
    for (const [name, value] of Object.entries(query)) {
        // Of repeated values, the last one is used.
        const text = bounded(name, Array.isArray(value) ? value.at(-1) : value);
        if (STANDARD_FIELDS.has(name)) context[name] = text;
        else properties[propertyName(name)] = text;
    }
    return completed(context, caller);
}

const PREFIX = 'properties[';

function propertyName(name: string): string {
    return name.startsWith(PREFIX) && name.endsWith(']') ? name.slice(PREFIX.length, -1) || name : name;
}

/** Reads the context in a body: standard fields at the top level, all others there or in `properties`. Null means missing. */
export function contextFromBody(body: Record<string, unknown>, caller: CallerContext): Context {
    const properties = emptyProperties();
    const context: Context = { properties };
    for (const [name, value] of Object.entries(body)) {
        if (value === null || value === undefined) continue;
        if (STANDARD_FIELDS.has(name)) context[name] = bounded(name, value);
        else if (name === 'properties' && typeof value === 'object') {
            for (const [inner, property] of Object.entries(value)) {
                if (property !== null) properties[inner] = bounded(inner, property);
            }
        } else properties[name] = bounded(name, value);
    }
    return completed(context, caller);
}

/** Creates an object without a prototype, so that no name has a special meaning. */
const emptyProperties = (): Record<string, unknown> => Object.create(null);

function completed(context: Context, { ip, environment }: CallerContext): Context {
    context.remoteAddress ??= ip;
    context.environment ??= environment;
    // All flags use the same id, so that they agree on the user.
    context.sessionId ??= randomUUID();
    return context;
}

function bounded(name: string, value: unknown): unknown {
    if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value;
    throw invalid(
        `The context field ${name} has more than ${MAX_LENGTH} characters. Send something shorter.`,
        `/context/${name}`,
    );
}

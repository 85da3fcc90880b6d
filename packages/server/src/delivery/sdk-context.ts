import { randomUUID } from 'node:crypto';
import type { Context } from '@halyard/engine';

/** Fields that a context has of its own; whatever else callers send goes into its properties. */
const OWN_FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime']);

const PROPERTY = /^properties\[(.+)\]$/;

/** What we know of a caller without being told. */
export interface Surroundings {
    ip: string;
    environment: string;
}

/** The context that a query says: `userId=7&properties[plan]=pro&anything=else`. */
export function contextFromQuery(query: Record<string, unknown>, surroundings: Surroundings): Context {
    const properties = emptyProperties();
    const context: Context = { properties };
    for (const [name, value] of Object.entries(query)) {
        // Said twice: the last one counts.
        const text = Array.isArray(value) ? value.at(-1) : value;
        if (OWN_FIELDS.has(name)) context[name] = text;
        else properties[PROPERTY.exec(name)?.[1] ?? name] = text;
    }
    return completed(context, surroundings);
}

/** The context in a body: known fields at its top, all others there or in `properties`. */
export function contextFromBody(said: Record<string, unknown>, surroundings: Surroundings): Context {
    const properties = emptyProperties();
    const context: Context = { properties };
    for (const [name, value] of Object.entries(said)) {
        if (OWN_FIELDS.has(name)) context[name] = value;
        else if (name === 'properties' && typeof value === 'object') Object.assign(properties, value);
        else properties[name] = value;
    }
    return completed(context, surroundings);
}

/** Without a prototype, so that no name has a meaning of its own. */
const emptyProperties = (): Record<string, unknown> => Object.create(null);

function completed(context: Context, { ip, environment }: Surroundings): Context {
    context.remoteAddress ??= ip;
    context.environment ??= environment;
    // One for all flags, so that they agree on who is asking.
    context.sessionId ??= randomUUID();
    return context;
}

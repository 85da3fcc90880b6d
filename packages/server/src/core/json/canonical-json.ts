/**
 * JSON with members in a fixed order, so that equal values give equal text. The hashes of the event log are made of it: the same
 * value gives the same text for ever.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? 'null';

// A copy and one call for all of it: handing each member to a function of ours costs JSON.stringify several times as much.
function inOrder(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inOrder);
    if ('toJSON' in value && typeof value.toJSON === 'function') return inOrder(value.toJSON());
    // Every object that is no list has members by name.
    const members = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(members).sort()) {
        if (name === '__proto__')
            Object.defineProperty(copy, name, { value: inOrder(members[name]), enumerable: true });
        else copy[name] = inOrder(members[name]);
    }
    return copy;
}

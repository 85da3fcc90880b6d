/**
 * JSON with members in a fixed order, so that equal values result in equal text. The hashes of the event log are computed from it, so the
 * text of a value must never change.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? 'null';

// A copy and one call for the whole value: passing each member to a replacer function makes JSON.stringify several times slower.
function inOrder(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(inOrder);
    if ('toJSON' in value && typeof value.toJSON === 'function') return inOrder(value.toJSON());
    // Every object that is not an array has members by name.
    const members = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(members).sort()) {
        if (name === '__proto__')
            Object.defineProperty(copy, name, { value: inOrder(members[name]), enumerable: true });
        else copy[name] = inOrder(members[name]);
    }
    return copy;
}

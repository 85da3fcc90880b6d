/**
 * JSON with members in a fixed order, so that equal values result in equal text. The hashes of the audit log are computed from it, so the
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
    for (const name of sortedNames(members)) {
        if (name === '__proto__')
            Object.defineProperty(copy, name, { value: inOrder(members[name]), enumerable: true });
        else copy[name] = inOrder(members[name]);
    }
    return copy;
}

/** Most objects have few members, for which this takes half as long as `sort` and allocates nothing. */
function sortedNames(members: object): string[] {
    const names = Object.keys(members);
    if (names.length > 20) return names.sort();
    for (let index = 1; index < names.length; index++) {
        const name = names[index]!;
        let at = index;
        for (; at > 0 && names[at - 1]! > name; at--) names[at] = names[at - 1]!;
        names[at] = name;
    }
    return names;
}

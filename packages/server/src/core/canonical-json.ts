/** JSON with members in a fixed order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
    return (
        JSON.stringify(value, (_key, member: unknown) => (isPlainObject(member) ? sorted(member) : member)) ?? 'null'
    );
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

function sorted(object: Record<string, unknown>): Record<string, unknown> {
    // `__proto__` would be lost by assignment; own entries keep it as an ordinary member.
    return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Returns the groups in the claim at the path, e.g. `groups`, `$.realm.roles` or `groups[*].name`. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, path: string): string[] {
    const whole = path.trim() || 'groups';
    // Names of claims may be URLs, which contain dots.
    const values = Object.hasOwn(claims, whole) ? [claims[whole]] : membersAt([claims], whole.replace(/^\$\.?/, ''));
    return values.flat().filter((name) => typeof name === 'string');
}

function membersAt(values: unknown[], path: string): unknown[] {
    return path
        .split('.')
        .map((step) => step.replace(/\[\*?\]$/, ''))
        .reduce(
            (reached: unknown[], step) =>
                reached
                    .flat()
                    .filter((value) => typeof value === 'object' && value !== null && Object.hasOwn(value, step))
                    .map((value) => (value as Record<string, unknown>)[step]),
            values,
        );
}

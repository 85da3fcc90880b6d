/** Returns the problem of a flag's name; null if there is none. */
export function nameProblem(name: string, pattern: string | null | undefined): string | null {
    if (!name) return 'Give it a name';
    if (encodeURIComponent(name) !== name) return 'Use letters, digits and - _ . ~ only';
    if (pattern && !matches(name, pattern)) return `The name must match ${pattern}`;
    return null;
}

function matches(name: string, pattern: string): boolean {
    try {
        return new RegExp(`^(?:${pattern})$`).test(name);
    } catch {
        return true; // An invalid pattern is left to the service.
    }
}

/** Converts text to a valid name while it is typed; valid names stay as they are. A dash at the end may be followed by more. */
export function typedName(text: string): string {
    // Characters that are no letters of this alphabet, such as Chinese ones, have no conversion.
    if (encodeURIComponent(text) === text) return text;
    return text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}a-z0-9_.~-]+/gu, '-')
        .replace(/^-+/, '');
}

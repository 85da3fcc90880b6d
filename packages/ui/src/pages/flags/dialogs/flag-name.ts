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

/** Returns a valid name that resembles the entered text; undefined if the text is a valid name or nothing of it can be used. */
export function suggestedName(text: string): string | undefined {
    const name = text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9_.~-]+/g, '-')
        .replace(/^-+|-+$/g, '');
    return name === '' || encodeURIComponent(text) === text ? undefined : name;
}

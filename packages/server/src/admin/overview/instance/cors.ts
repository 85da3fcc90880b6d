import { invalid } from '../../../core/errors/errors.ts';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*\\]+$/;

/** Returns the distinct origins in the form that browsers send. Rejects values that no browser sends. */
export function validateOrigins(origins: readonly string[]): string[] {
    for (const [index, origin] of origins.entries()) {
        if (origin === '*' || isOrigin(origin)) continue;
        throw invalid(
            `"${origin}" is not an origin. Write * for all, or scheme and host in lower case, with a port if it is not the usual one: https://app.example.com.`,
            `/body/frontendApiOrigins/${index}`,
        );
    }
    return [...new Set(origins)];
}

function isOrigin(text: string): boolean {
    if (!ORIGIN.test(text) || !URL.canParse(text)) return false;
    // Non-standard schemes, such as those of desktop and mobile app shells, are accepted unchanged.
    const { origin } = new URL(text);
    return origin === 'null' || origin === text;
}

import { invalid } from '../../../core/errors/errors.ts';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*\\]+$/;

/** The origins as browsers will send them, each once; what no browser would ever send is refused. */
export function checkedOrigins(origins: readonly string[]): string[] {
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
    // Schemes that the standard does not know, as apps in a shell have them, are taken as they are.
    const { origin } = new URL(text);
    return origin === 'null' || origin === text;
}

/** A context as SDKs say it: whatever is not usual stands among the properties. */
export interface PlaygroundContext {
    [standard: string]: unknown;
    properties?: Record<string, unknown> | undefined;
}

const STANDARD = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime', 'environment'];

/** One value a field, as people enter and read it. */
export function flatContext({ properties = {}, ...standard }: PlaygroundContext): Record<string, string> {
    const all = Object.entries({ ...properties, ...standard });
    return Object.fromEntries(
        all.flatMap(([name, value]) =>
            value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
        ),
    );
}

/** The same as SDKs say it; what is empty is left out. */
export function sdkContext(flat: Record<string, string>) {
    const entries = Object.entries(flat).filter(([, value]) => value !== '');
    return {
        ...Object.fromEntries(entries.filter(([name]) => STANDARD.includes(name))),
        properties: Object.fromEntries(entries.filter(([name]) => !STANDARD.includes(name))),
    };
}

/** A context in the format of SDKs: custom fields are in `properties`. */
export interface PlaygroundContext {
    [standard: string]: unknown;
    properties?: Record<string, unknown> | undefined;
}

const STANDARD = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime', 'environment'];

/** Converts a context to one value per field, as users edit it. */
export function flatContext({ properties = {}, ...standard }: PlaygroundContext): Record<string, string> {
    const all = Object.entries({ ...properties, ...standard });
    return Object.fromEntries(
        all.flatMap(([name, value]) =>
            value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
        ),
    );
}

/** Converts back to the format of SDKs, without empty values. */
export function sdkContext(flat: Record<string, string>) {
    const entries = Object.entries(flat).filter(([, value]) => value !== '');
    return {
        ...Object.fromEntries(entries.filter(([name]) => STANDARD.includes(name))),
        properties: Object.fromEntries(entries.filter(([name]) => !STANDARD.includes(name))),
    };
}

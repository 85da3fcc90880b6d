const MAX_NAME = 200;

/**
 * The stored name of a metric or a label, as Unleash and Prometheus write them: `http.errors` becomes `http_errors`. Undefined if it
 * does not start with a letter, or is too long.
 */
export function toMetricName(name: string): string | undefined {
    if (name.length > MAX_NAME || !/^[A-Za-z_]/.test(name)) return undefined;
    return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** Values of labels beyond the limits are counted under this one. */
export const OTHER_VALUES = '(other)';

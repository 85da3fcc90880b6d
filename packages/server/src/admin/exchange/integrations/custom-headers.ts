import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isRecord } from '../../../core/json/is-record.ts';

/** Headers that the connection sets itself or that receivers rely on. */
const RESERVED = /^(host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer|x-halyard-.*)$/i;

/** Returns the reason why these additional headers, a JSON object of strings, are invalid; undefined if they are valid. */
export function findHeadersProblem(json: string): string | undefined {
    let headers: unknown;
    try {
        headers = JSON.parse(json);
    } catch {
        return 'Write the headers as JSON, as in {"x-team": "payments"}.';
    }
    if (!isRecord(headers)) {
        return 'Write the headers as a JSON object, as in {"x-team": "payments"}.';
    }
    for (const [name, value] of Object.entries(headers)) {
        if (RESERVED.test(name)) return `The header ${name} cannot be set here.`;
        if (!isHeader(name, value)) return `"${name}" does not have a name and a text that a header can have.`;
    }
    return undefined;
}

/** Returns the reason why the text is not a valid header value; undefined if it is valid. */
export const findHeaderValueProblem = (value: string) =>
    isHeader('x', value) ? undefined : 'This contains characters that cannot be sent in a header.';

/** Parses headers. Names are converted to lower case, so that no header is sent twice. */
export function headersIn(json: string | undefined): Record<string, string> {
    // The JSON was validated when it was saved.
    const headers = JSON.parse(json || '{}') as Record<string, string>;
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function isHeader(name: string, value: unknown): boolean {
    try {
        validateHeaderName(name);
        validateHeaderValue(name, value as string);
        return typeof value === 'string';
    } catch {
        return false;
    }
}

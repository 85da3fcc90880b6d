/** How a change is asked of the service: as it is, as a proposal that others approve, or only what it would do; and why. */
export interface WriteMode {
    /** It becomes part of one's draft instead of being made. */
    isProposed?: boolean;
    /** A rehearsal: the response contains the effect, and nothing changes. */
    isTried?: boolean;
    /** The reason recorded in the event log. */
    reason?: string | undefined;
}

let current: WriteMode = {};

/**
 * Whatever change is begun while this runs is asked for in this manner, by the one mechanism that all changes go through.
 * So a review decides how something is done, and those who do it need not know.
 */
export function withWriteMode<T>(manner: WriteMode, run: () => T): T {
    const before = current;
    current = manner;
    try {
        return run();
    } finally {
        current = before;
    }
}

/** For asynchronous continuations, when another change may have started. */
export const mannerNow = (): WriteMode => current;

/** The headers of the request. */
export function headersOf({ isProposed = false, isTried = false, reason }: WriteMode): Record<string, string> {
    const preferences = [...(isTried ? ['what-if'] : []), ...(isProposed ? ['change-request'] : [])];
    return {
        ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
        ...(reason && { 'change-reason': inHeader(reason) }),
    };
}

/** Headers are bytes, and browsers take them as characters of one byte each; what is written in lines becomes one. */
const inHeader = (text: string) =>
    String.fromCharCode(...new TextEncoder().encode(text.replaceAll(/\s+/g, ' ').trim()));

/** How a change is sent: applied, added to the user's draft, or rehearsed, and with an optional reason. */
export interface WriteMode {
    /** The change is added to the draft of the user instead of being applied. */
    isProposed?: boolean;
    /** A rehearsal: the response contains the effect, and nothing changes. */
    isTried?: boolean;
    /** The reason recorded in the audit log. */
    reason?: string | undefined;
}

export function headersOf({ isProposed = false, isTried = false, reason }: WriteMode): Record<string, string> {
    const preferences = [...(isTried ? ['what-if'] : []), ...(isProposed ? ['change-request'] : [])];
    return {
        ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
        ...(reason && { 'change-reason': inHeader(reason) }),
    };
}

/** Browsers send header characters as single bytes, so the text is encoded as UTF-8. Line breaks become spaces. */
const inHeader = (text: string) =>
    String.fromCharCode(...new TextEncoder().encode(text.replaceAll(/\s+/g, ' ').trim()));

/** The change request that gets a proposed change: a new one, or the one with this id. */
export type ProposalTarget = 'new' | number;

/** How a change is sent: applied, proposed, or rehearsed, and with an optional reason. */
export interface WriteMode {
    /** The change is proposed in this request instead of being applied. */
    proposesTo?: ProposalTarget | undefined;
    /** A rehearsal: the response contains the effect, and nothing changes. */
    isTried?: boolean;
    /** The reason recorded in the audit log. */
    reason?: string | undefined;
}

export function headersOf({ proposesTo, isTried = false, reason }: WriteMode): Record<string, string> {
    const preferences = [
        ...(isTried ? ['what-if'] : []),
        ...(proposesTo === undefined ? [] : [`change-request=${proposesTo}`]),
    ];
    return {
        ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
        ...(reason && { 'change-reason': inHeader(reason) }),
    };
}

/** Browsers send header characters as single bytes, so the text is encoded as UTF-8. Line breaks become spaces. */
const inHeader = (text: string) =>
    String.fromCharCode(...new TextEncoder().encode(text.replaceAll(/\s+/g, ' ').trim()));

/** The maximum number of visible messages. */
export const MAX_SHOWN = 4;

export interface ShownMessage {
    id: string;
    /** Whether the message stays until it is dismissed. */
    stays: boolean;
}

/**
 * Returns the messages to hide when another one is shown: the oldest of those that close automatically, otherwise the oldest. A new
 * message is always visible.
 */
export function messagesToHide(shown: readonly ShownMessage[], most = MAX_SHOWN): string[] {
    const surplus = shown.length + 1 - most;
    if (surplus <= 0) return [];
    const inOrder = [...shown.filter(({ stays }) => !stays), ...shown.filter(({ stays }) => stays)];
    return inOrder.slice(0, surplus).map(({ id }) => id);
}

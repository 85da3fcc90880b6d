/** The maximum number of visible messages. */
export const MAX_SHOWN = 4;

export interface ShownMessage {
    id: string;
    /** It does not go by itself. */
    stays: boolean;
}

/**
 * Which of those that are shown make room for one more: the oldest of those that would go anyhow, or else the oldest. What is new
 * is always to be seen.
 */
export function messagesToHide(shown: readonly ShownMessage[], most = MAX_SHOWN): string[] {
    const surplus = shown.length + 1 - most;
    if (surplus <= 0) return [];
    const inOrder = [...shown.filter(({ stays }) => !stays), ...shown.filter(({ stays }) => stays)];
    return inOrder.slice(0, surplus).map(({ id }) => id);
}

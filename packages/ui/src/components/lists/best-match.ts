/**
 * How well a text fits what was typed; the smaller, the better. Undefined: not at all. All words must be in it, wherever;
 * the whole text before its beginning, that before the beginning of a word.
 */
export function matchOf(text: string, typed: string): number | undefined {
    const lower = text.toLowerCase();
    const wanted = typed.trim().toLowerCase();
    if (!wanted.split(/\s+/).every((word) => lower.includes(word))) return undefined;
    if (lower === wanted) return 0;
    if (lower.startsWith(wanted)) return 1;
    const at = lower.indexOf(wanted);
    return at > 0 && !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '') ? 2 : 3;
}

/** Those that fit, the best first; those that fit equally well stay as they were. */
export function bestMatches<T>(list: readonly T[], typed: string, textOf: (item: T) => string): T[] {
    return list
        .flatMap((item) => {
            const match = matchOf(textOf(item), typed);
            return match === undefined ? [] : [{ item, match }];
        })
        .sort((a, b) => a.match - b.match)
        .map(({ item }) => item);
}

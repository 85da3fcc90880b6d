/**
 * Ranks how well a text matches the search; lower is better, undefined is no match. All words must occur in any order. An exact
 * match ranks before a prefix match, and that before a match at the start of a word.
 */
export function matchOf(text: string, typed: string): number | undefined {
    const lower = text.toLowerCase();
    const search = typed.trim().toLowerCase();
    if (!search.split(/\s+/).every((word) => lower.includes(word))) return undefined;
    if (lower === search) return 0;
    if (lower.startsWith(search)) return 1;
    const at = lower.indexOf(search);
    return at > 0 && !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '') ? 2 : 3;
}

/** Returns the matching items, best first. Equal matches preserve their order. */
export function bestMatches<T>(list: readonly T[], typed: string, textOf: (item: T) => string): T[] {
    return list
        .flatMap((item) => {
            const match = matchOf(textOf(item), typed);
            return match === undefined ? [] : [{ item, match }];
        })
        .sort((a, b) => a.match - b.match)
        .map(({ item }) => item);
}

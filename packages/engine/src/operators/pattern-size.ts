/** Unicode classes are tables of hundreds of ranges: matching one costs as much as many plain characters. */
const UNICODE_CLASS = 20;

const TOKEN =
    /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[\s\S])|\\[\s\S]|\[\^?\]?(?:\\[pP](?:\{[^}]*\}|[\s\S])|\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]?|\{(\d{1,9})(?:(,)(\d{0,9}))?\}|[\s\S]/gu;

/**
 * The size of a pattern with expanded repetitions, as RE2 expands them: `(ab){50}` is 100. Computed from the text, before anything is
 * built. An upper bound is sufficient, so text that is not a pattern also gets a number.
 */
export function patternSize(pattern: string): number {
    const outer: number[] = [];
    let total = 0;
    let last = 0;
    const add = (size: number) => {
        total += size;
        last = size;
    };
    for (const match of pattern.matchAll(TOKEN)) {
        const [token, least, comma, most] = match;
        if (least !== undefined) {
            const times = Math.max(Number(least) + (comma === undefined ? 0 : 1), Number(most || 0));
            total += last * (times - 1);
            last *= times;
        } else if (token === '(') {
            outer.push(total);
            total = 0;
        } else if (token === ')') {
            const inside = total;
            total = outer.pop() ?? 0;
            add(inside + 1);
        } else add(sizeOf(token));
    }
    return outer.reduce((sum, size) => sum + size, total);
}

function sizeOf(token: string): number {
    if (token.startsWith('\\Q')) return token.length;
    if (token.startsWith('[') || /^\\[pP]/.test(token)) {
        return 1 + UNICODE_CLASS * (token.match(/\\[pP]/g)?.length ?? 0);
    }
    return 1;
}

/** The URL, the page, the heading and the text below it. */
export type Entry = [address: string, page: string, heading: string, text: string];

export interface DocsSearchHit {
    address: string;
    page: string;
    heading: string;
    /** The text around the first match. */
    excerpt: string;
}

const MAX_HITS = 12;
const AROUND = 60;

/** Returns the sections that contain all words. Matches in titles come first. The text is scanned once per query. */
export function search(entries: readonly Entry[], query: string): DocsSearchHit[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
    if (words.length === 0) return [];
    const scored: { entry: Entry; score: number }[] = [];
    for (const entry of entries) {
        const [address, page, heading, text] = entry.map((part) => part.toLowerCase()) as Entry;
        let score = 0;
        for (const word of words) {
            const own = rank(heading, word) * 4 + rank(page, word) * 2 + (text.includes(word) ? 1 : 0);
            if (own === 0) {
                score = 0;
                break;
            }
            score += own;
        }
        // A page ranks before its sections, and a guide before the endpoints of the API that it explains.
        const bonus = address.includes('#') ? 0 : 1;
        if (score > 0) scored.push({ entry, score: (score + bonus) / (address.startsWith('api/') ? 2 : 1) });
    }
    return scored
        .sort((a, b) => b.score - a.score)
        .slice(0, MAX_HITS)
        .map(({ entry: [address, page, heading, text] }) => ({
            address,
            page,
            heading,
            excerpt: excerptOf(text, words),
        }));
}

/** Returns 2 for a match at the start of a word, 1 for a match inside a word. */
function rank(text: string, word: string): number {
    const index = text.indexOf(word);
    if (index < 0) return 0;
    return index === 0 || text.includes(` ${word}`) ? 2 : 1;
}

function excerptOf(text: string, words: string[]): string {
    const lower = text.toLowerCase();
    const positions = words.map((word) => lower.indexOf(word)).filter((position) => position >= 0);
    const start = positions.length === 0 ? 0 : Math.max(0, Math.min(...positions) - AROUND);
    const shown = text.slice(start, start + 3 * AROUND);
    return `${start > 0 ? '…' : ''}${shown}${start + 3 * AROUND < text.length ? '…' : ''}`;
}

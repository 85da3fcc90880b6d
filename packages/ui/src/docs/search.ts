import MiniSearch from 'minisearch';

/** The URL, the page, the heading, the text below it, and the terms of readers for the page that its text does not contain. */
export type Entry = [address: string, page: string, heading: string, text: string, keywords?: string];

export interface DocsSearchHit {
    address: string;
    page: string;
    heading: string;
    /** The text around the first match. */
    excerpt: string;
}

export type DocsSearch = (query: string) => DocsSearchHit[];

const MAX_HITS = 12;
const MAX_WORDS = 8;
const AROUND = 60;

/** Words of this length and longer may contain typing errors: one in five characters. */
const FUZZY_LENGTH = 5;
const FUZZINESS = 0.2;

const BOOST = { heading: 6, keywords: 6, page: 3, text: 1 };

/** Guides and concepts explain; references and pages about other products contain the same words more often. */
const KINDS: [start: string, boost: number][] = [
    ['api/', 0.3],
    ['changelog', 0.2],
    ['reference/', 0.5],
    ['migrating', 0.6],
    ['comparison', 0.7],
    ['glossary', 0.7],
    ['concepts/', 1.5],
    ['guides/', 1.3],
];

/** Returns the search over these sections. A section matches if it contains all words, the last of them perhaps incomplete. */
export function createSearch(entries: readonly Entry[]): DocsSearch {
    const index = new MiniSearch<{ id: number } & Record<keyof typeof BOOST, string>>({
        fields: Object.keys(BOOST),
        tokenize: wordsOf,
        processTerm: (word) => word,
    });
    index.addAll(entries.map(([, page, heading, text, keywords = ''], id) => ({ id, page, heading, text, keywords })));

    return (query) => {
        const words = wordsOf(query).slice(0, MAX_WORDS);
        const hits = index.search(words.join(' '), {
            boost: BOOST,
            combineWith: 'AND',
            // Many words begin with one or two given letters, so these are completed only while they are all there is.
            prefix: (word) => word.length > 2 || words.length === 1,
            fuzzy: (word) => (word.length >= FUZZY_LENGTH ? FUZZINESS : false),
            boostDocument: (id) => boostOf(entries[id as number]!),
        });
        return hits.slice(0, MAX_HITS).map(({ id, terms }) => {
            const [address, page, heading, text] = entries[id as number]!;
            return { address, page, heading, excerpt: excerptOf(text, terms) };
        });
    };
}

/** A page ranks before its sections. */
function boostOf([address]: Entry): number {
    const kind = KINDS.find(([start]) => address.startsWith(start));
    return (kind?.[1] ?? 1) * (address.includes('#') ? 1 : 1.5);
}

/** "A/B" is one word: its letters alone would match everything. */
const wordsOf = (text: string): string[] =>
    text
        .toLowerCase()
        .replace(/\ba\/b\b/g, 'a_b')
        .split(/[^\p{L}\p{N}_]+/u)
        .filter(Boolean);

function excerptOf(text: string, words: string[]): string {
    const lower = text.toLowerCase();
    const positions = words.map((word) => lower.indexOf(word)).filter((position) => position >= 0);
    const start = positions.length === 0 ? 0 : Math.max(0, Math.min(...positions) - AROUND);
    const shown = text.slice(start, start + 3 * AROUND);
    return `${start > 0 ? '…' : ''}${shown}${start + 3 * AROUND < text.length ? '…' : ''}`;
}

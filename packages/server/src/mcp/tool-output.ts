import { isRecord } from '../core/json/is-record.ts';

/** The maximum size of a response in characters: tokens cost money and fill the context of the model. */
export const MAX_OUTPUT_LENGTH = 48 * 1024;

interface Bounds {
    text: number;
    items: number;
}

/** Tried in order, until the response is short enough. */
const BOUNDS: readonly Bounds[] = [
    { text: 2_000, items: 50 },
    { text: 500, items: 20 },
    { text: 200, items: 5 },
];
const MAX_DEPTH = 16;

/** Invisible characters and direction marks: a model must not read text that users cannot see. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u2028\u2029]/gu;

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * A response for a model: user-written names, descriptions and values stay inside JSON strings and are truncated. Undefined: it
 * would still be too long.
 */
export function toData(value: object): { data: Record<string, unknown>; text: string } | undefined {
    for (const bounds of BOUNDS) {
        const data = truncateValue(value, bounds, 0) as Record<string, unknown>;
        const text = JSON.stringify(data);
        if (text.length <= MAX_OUTPUT_LENGTH) return { data, text };
    }
    return undefined;
}

function truncateValue(value: unknown, bounds: Bounds, depth: number): unknown {
    if (typeof value === 'string') return truncateText(removeInvisible(value), bounds.text);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) return '… (deeper than is shown)';
    if (Array.isArray(value)) {
        const items = value.slice(0, bounds.items).map((item) => truncateValue(item, bounds, depth + 1));
        const omitted = value.length - items.length;
        return omitted === 0 ? items : [...items, `… (${omitted} more)`];
    }
    if (!isRecord(value)) return null;
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    const listedEntries = entries.slice(0, bounds.items * 4);
    const members = listedEntries.map(
        ([name, member]) =>
            [truncateText(removeInvisible(name), 200), truncateValue(member, bounds, depth + 1)] as const,
    );
    const omitted = entries.length - listedEntries.length;
    // Names are arbitrary; `fromEntries` treats `__proto__` as an ordinary name.
    return Object.fromEntries(omitted === 0 ? members : [...members, ['…', `${omitted} more`]]);
}

const truncateText = (text: string, length: number) =>
    text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;

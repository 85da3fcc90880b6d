import { invalid } from '../../../core/errors/errors.ts';

/** `attribute` in lower case, without the schema name and the bracketed filter. */
export interface ScimCondition {
    attribute: string;
    value: string;
}

// No two adjacent parts match the same characters, which prevents exponential backtracking.
const CONDITION =
    /^\s*([\w.:$-]+(?:\[[^\]]*\](?:\.\w+)?)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|null|-?\d+)\s*(?:and\b|$)/i;

/** Parses the supported filters: one comparison with `eq`, or several joined by `and`. */
export function parseFilter(filter: string | undefined): ScimCondition[] {
    const conditions: ScimCondition[] = [];
    let rest = filter?.trim() ?? '';
    while (rest !== '') {
        const match = CONDITION.exec(rest);
        const value = match && literalValue(match[2]!);
        if (!match || value === undefined || value === null) {
            throw invalid(
                'This filter is not supported. Use e.g. userName eq "ed", or several joined by "and".',
                '/query/filter',
            );
        }
        conditions.push({ attribute: attributeOf(match[1]!), value });
        rest = rest.slice(match[0].length);
        if (rest === '' && /and$/i.test(match[0])) {
            throw invalid('This filter ends with "and". Complete it.', '/query/filter');
        }
    }
    return conditions;
}

/** Maximum length of an attribute path, with its schema and its bracketed filter. */
export const MAX_PATH = 500;

/** Normalizes the name of an attribute: `urn:…:User:emails[type eq "work"].value` becomes `emails.value`. */
export function attributeOf(path: string): string {
    const { before, after } = partsOf(path);
    return (before + after).replace(/^urn:[\w:.-]+:(?=[a-z])/i, '').toLowerCase();
}

/** Returns the bracketed filter of a path, which selects among several values. */
export const selectorIn = (path: string) => partsOf(path).selector;

function partsOf(path: string): { before: string; selector: string | undefined; after: string } {
    const open = path.indexOf('[');
    const close = path.lastIndexOf(']');
    if (open < 0 || close < open) return { before: path, selector: undefined, after: '' };
    return { before: path.slice(0, open), selector: path.slice(open + 1, close), after: path.slice(close + 1) };
}

function literalValue(literal: string): string | undefined {
    try {
        return String(JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase()));
    } catch {
        return undefined;
    }
}

import { invalid } from '../../core/errors.ts';

/** `attribute` in lower case, without the name of the schema and without what stands in brackets. */
export interface Condition {
    attribute: string;
    value: string;
}

const CONDITION =
    /^\s*([\w.:$-]+(?:\[[^\]]*\])?(?:\.\w+)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|null|-?\d+)\s*(?:and\b|$)/i;

/** Reads what directories ask: one comparison with `eq`, or several joined by `and`. */
export function parseFilter(filter: string | undefined): Condition[] {
    const conditions: Condition[] = [];
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

/** The name of an attribute as we compare it: `urn:…:User:emails[type eq "work"].value` is `emails.value`. */
export const attributeOf = (path: string) =>
    path
        .replace(/^urn:[\w:.-]+:(?=[a-z])/i, '')
        .replace(/\[[^\]]*\]/, '')
        .toLowerCase();

function literalValue(literal: string): string | undefined {
    try {
        return String(JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase()));
    } catch {
        return undefined;
    }
}

import { text } from '../context.ts';
import { comparisonOperator, type Operator, type OrderRelation, relations, type ValueFormat } from './operator.ts';

export function parseNumber(value: string): number | undefined {
    const parsed = Number(value);
    if (parsed !== 0) return Number.isNaN(parsed) ? undefined : parsed;
    // JavaScript parses blank text as 0, unlike other languages.
    return value.trim() === '' ? undefined : parsed;
}

const number: ValueFormat<number> = { name: 'number', parse: parseNumber };

export function numbers(relation: OrderRelation): Operator<string> {
    const { less, equal, greater } = relations[relation];
    return comparisonOperator(text, number, (expected) => (value) => {
        const actual = value === undefined ? undefined : parseNumber(value);
        if (actual === undefined) return false;
        return actual < expected ? less : actual > expected ? greater : equal;
    });
}

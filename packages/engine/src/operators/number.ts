import { parsed } from '../context.ts';
import { compared, type Operator } from './operator.ts';

export function parseNumber(text: string): number | undefined {
    const number = Number(text);
    if (number !== 0) return Number.isNaN(number) ? undefined : number;
    // A blank is 0 to JavaScript, but to nobody else.
    return text.trim() === '' ? undefined : number;
}

const number = parsed('number', parseNumber);

export function numbers(matching: (wanted: number) => (actual: number) => boolean): Operator<number> {
    return compared(number, parseNumber, matching);
}

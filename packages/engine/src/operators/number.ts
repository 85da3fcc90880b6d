import { parsed } from '../context.ts';
import { compared, type Operator } from './operator.ts';

export function parseNumber(text: string): number | undefined {
    // Number('  ') is 0, but nobody means 0 by a blank.
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isNaN(number) ? undefined : number;
}

const number = parsed('number', parseNumber);

export function numbers(holds: (actual: number, wanted: number) => boolean): Operator<number> {
    return compared(number, parseNumber, holds);
}

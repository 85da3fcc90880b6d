import { isRecord } from '../../core/json/is-record.ts';
import { MAX_ATTRIBUTES, type OtlpAttributes } from './otlp-point.ts';

/** The list of that name; empty if there is none. */
export function listIn(record: unknown, member: string): readonly unknown[] {
    const list = isRecord(record) ? record[member] : undefined;
    return Array.isArray(list) ? list : [];
}

export function recordIn(record: unknown, member: string): Record<string, unknown> {
    const value = isRecord(record) ? record[member] : undefined;
    return isRecord(value) ? value : {};
}

export function textIn(record: unknown, member: string): string {
    const text = isRecord(record) ? record[member] : undefined;
    return typeof text === 'string' ? text : '';
}

/** A number, or the text of one, as JSON encodes integers of 64 bits. */
export function numberIn(record: unknown, member: string): number | undefined {
    const value = isRecord(record) ? record[member] : undefined;
    if (typeof value === 'number') return value;
    return typeof value === 'string' && value !== '' ? Number(value) : undefined;
}

/** The last moment that a `Date` can represent. */
const MAX_TIME = 8.64e15;

export const nanosecondsToMilliseconds = (nanoseconds = 0): number => {
    const milliseconds = Math.floor(nanoseconds / 1e6);
    return milliseconds > 0 && milliseconds <= MAX_TIME ? milliseconds : 0;
};

/** The attributes with a single value each, as text. */
export function attributesOf(record: unknown): OtlpAttributes {
    const attributes: [string, string][] = [];
    for (const item of listIn(record, 'attributes').slice(0, MAX_ATTRIBUTES)) {
        const key = textIn(item, 'key');
        const value = scalarOf(recordIn(item, 'value'));
        if (key !== '' && value !== undefined) attributes.push([key, value]);
    }
    return Object.fromEntries(attributes);
}

function scalarOf({ stringValue, boolValue, intValue, doubleValue }: Record<string, unknown>): string | undefined {
    const value = stringValue ?? boolValue ?? intValue ?? doubleValue;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : undefined;
}

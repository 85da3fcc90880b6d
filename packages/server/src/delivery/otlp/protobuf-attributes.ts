import {
    fieldsOf,
    messagesIn,
    type ProtobufField,
    toBytes,
    toDouble,
    toInteger,
    toText,
} from '../protobuf/protobuf-fields.ts';
import { MAX_ATTRIBUTES, type OtlpAttributes } from './otlp-point.ts';

export const toMilliseconds = (nanoseconds: bigint): number => Number(nanoseconds / 1_000_000n);

/** The attributes of the resource of a `ResourceMetrics` or `ResourceLogs`. */
export function resourceOf(message: Uint8Array): OtlpAttributes {
    for (const field of fieldsOf(message)) if (field.no === 1) return attributesIn(toBytes(field), 1);
    return {};
}

/** The attributes in a repeated field of `KeyValue`. */
export function attributesIn(message: Uint8Array, no: number): OtlpAttributes {
    const attributes: [string, string][] = [];
    for (const keyValue of messagesIn(message, no)) {
        if (attributes.length === MAX_ATTRIBUTES) break;
        let key = '';
        let value: string | undefined;
        for (const field of fieldsOf(keyValue)) {
            if (field.no === 1) key = toText(field);
            else if (field.no === 2) value = anyValue(toBytes(field));
        }
        if (key !== '' && value !== undefined) attributes.push([key, value]);
    }
    return Object.fromEntries(attributes);
}

/** The text of an `AnyValue`; undefined for lists, maps and bytes. */
function anyValue(message: Uint8Array): string | undefined {
    let value: string | undefined;
    for (const field of fieldsOf(message)) value = SCALARS[field.no]?.(field);
    return value;
}

const SCALARS: Record<number, (field: ProtobufField) => string> = {
    1: toText,
    2: (field) => String(toInteger(field) !== 0n),
    3: (field) => String(toInteger(field)),
    4: (field) => String(toDouble(field)),
};

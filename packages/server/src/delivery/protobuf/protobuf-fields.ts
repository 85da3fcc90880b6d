import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { invalid } from '../../core/errors/errors.ts';

/** A field of a protobuf message: a number for varints, bytes for all other wire types. */
export interface ProtobufField {
    no: number;
    value: bigint | Uint8Array;
}

/** Reads the fields of a message one by one, so that a hostile message costs no memory. Nested messages are bytes: nothing recurses. */
export function* fieldsOf(bytes: Uint8Array): Generator<ProtobufField> {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) yield nextField(reader);
}

/** The nested messages of a repeated field. */
export function* messagesIn(bytes: Uint8Array, no: number): Generator<Uint8Array> {
    for (const field of fieldsOf(bytes)) if (field.no === no) yield toBytes(field);
}

function nextField(reader: BinaryReader): ProtobufField {
    try {
        const [no, wireType] = reader.tag();
        if (wireType === WireType.Varint) return { no, value: BigInt(reader.int64()) };
        if (wireType === WireType.LengthDelimited) return { no, value: reader.bytes() };
        if (wireType !== WireType.Bit64 && wireType !== WireType.Bit32) throw malformed();
        return { no, value: reader.skip(wireType) };
    } catch {
        throw malformed();
    }
}

const malformed = () => invalid('The request body is not a valid protobuf message of this endpoint.', '/body');

export function toBytes({ value }: ProtobufField): Uint8Array {
    if (typeof value === 'bigint') throw malformed();
    return value;
}

export const toText = (field: ProtobufField): string => viewOf(toBytes(field)).toString();

export function toInteger({ value }: ProtobufField): bigint {
    if (typeof value !== 'bigint') throw malformed();
    return value;
}

export const toDouble = (field: ProtobufField): number => eightBytes(field).readDoubleLE();
export const toFixed64 = (field: ProtobufField): bigint => eightBytes(field).readBigUInt64LE();
export const toSignedFixed64 = (field: ProtobufField): bigint => eightBytes(field).readBigInt64LE();

/** Appends values of eight bytes each, packed or a single one; beyond the limit, none. */
export function appendEights(
    values: number[],
    field: ProtobufField,
    read: (bytes: Buffer) => number,
    limit: number,
): void {
    const bytes = viewOf(toBytes(field));
    if (bytes.length % 8 !== 0) throw malformed();
    const end = Math.min(bytes.length, 8 * (limit - values.length));
    for (let at = 0; at < end; at += 8) values.push(read(bytes.subarray(at, at + 8)));
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

function eightBytes(field: ProtobufField): Buffer {
    const bytes = viewOf(toBytes(field));
    if (bytes.length !== 8) throw malformed();
    return bytes;
}

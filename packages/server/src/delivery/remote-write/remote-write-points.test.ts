import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HalyardError } from '../../core/errors/errors.ts';
import { remoteWritePoints } from './remote-write-points.ts';
import { unpackSnappy } from './snappy.ts';

const message = (write: (writer: BinaryWriter) => unknown): Uint8Array => {
    const writer = new BinaryWriter();
    write(writer);
    return writer.finish();
};
const nested = (writer: BinaryWriter, no: number, bytes: Uint8Array) =>
    writer.tag(no, WireType.LengthDelimited).bytes(bytes);

const timeseries = (labels: Record<string, string>, samples: readonly [value: number, at: number][]) =>
    message((writer) => {
        for (const [name, value] of Object.entries(labels)) {
            const label = message((inner) => {
                inner.tag(1, WireType.LengthDelimited).string(name);
                inner.tag(2, WireType.LengthDelimited).string(value);
            });
            nested(writer, 1, label);
        }
        for (const [value, at] of samples) {
            const sample = message((inner) =>
                inner.tag(1, WireType.Bit64).double(value).tag(2, WireType.Varint).int64(at),
            );
            nested(writer, 2, sample);
        }
    });
const request = (...series: Uint8Array[]) =>
    message((writer) => {
        for (const bytes of series) nested(writer, 1, bytes);
    });
const AT = Date.parse('2026-03-01T08:01:00Z');

test('counters of remote write are known by their suffix, and other series are gauges', () => {
    const bytes = request(
        timeseries({ __name__: 'http_requests_total', job: 'shop' }, [[7, AT]]),
        timeseries({ __name__: 'queue_length', job: 'shop' }, [[-2.5, AT]]),
    );

    expect([...remoteWritePoints(bytes)]).toEqual([
        {
            sample: {
                name: 'http_requests_total',
                kind: 'counter',
                value: 7,
                labels: { job: 'shop' },
                at: new Date(AT),
            },
            cumulative: { source: '', startedAt: 0 },
        },
        { sample: { name: 'queue_length', kind: 'gauge', value: -2.5, labels: { job: 'shop' }, at: new Date(AT) } },
    ]);
});

test('markers of the end of a series are skipped, infinite values and series without a name are rejected', () => {
    const bytes = request(
        timeseries({ __name__: 'up' }, [[Number.NaN, AT]]),
        timeseries({ __name__: 'up' }, [[Number.POSITIVE_INFINITY, AT]]),
        timeseries({ job: 'shop' }, [[1, AT]]),
    );

    expect([...remoteWritePoints(bytes)]).toEqual([
        { rejected: expect.stringContaining('up') },
        { rejected: expect.stringContaining('no name') },
    ]);
});

test.each([
    ['a literal', '03 08 61 62 63', 'abc'],
    ['a long literal', `64 f0 63 ${'61 '.repeat(100)}`, 'a'.repeat(100)],
    ['an overlapping copy with one byte of offset', '06 00 61 05 01', 'aaaaaa'],
    ['a copy with two bytes of offset', '06 08 61 62 63 0a 03 00', 'abcabc'],
    ['a copy with four bytes of offset', '06 08 61 62 63 0b 03 00 00 00', 'abcabc'],
])('snappy: %s is unpacked', (_, hex, expected) => {
    expect(unpackSnappy(Buffer.from(hex.replaceAll(' ', ''), 'hex'), 1_000).toString()).toBe(expected);
});

test('snappy data that claims to be larger than the limit is refused before memory is used', () => {
    expect(() => unpackSnappy(Buffer.from('ffffffff0f', 'hex'), 4_000_000)).toThrow(/larger than/);
    expect(() => unpackSnappy(Buffer.from('80897a0061', 'hex'), 4_000_000)).toThrow(/not valid snappy/);
});

test('arbitrary bytes raise no other error than the declared one', () => {
    const valid = request(timeseries({ __name__: 'http_requests_total', job: 'shop' }, [[7, AT]]));
    const damaged = fc
        .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
        .map((changes) => changes.reduce((bytes, [index, byte]) => bytes.with(index, byte), valid));
    const attempt = (work: () => unknown) => {
        try {
            work();
        } catch (error) {
            expect(error).toBeInstanceOf(HalyardError);
        }
    };
    fc.assert(
        fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), (bytes) => {
            attempt(() => [...remoteWritePoints(bytes)]);
            attempt(() => unpackSnappy(bytes, 100_000));
        }),
        { numRuns: 2_000 },
    );
});

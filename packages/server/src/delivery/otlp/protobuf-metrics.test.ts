import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HalyardError } from '../../core/errors/errors.ts';
import { jsonLogRecords } from './json-logs.ts';
import { jsonPoints } from './json-metrics.ts';
import { toDecodedPoint } from './otlp-point.ts';
import { protobufLogRecords } from './protobuf-logs.ts';
import { protobufPoints } from './protobuf-metrics.ts';

const message = (write: (writer: BinaryWriter) => unknown): Uint8Array => {
    const writer = new BinaryWriter();
    write(writer);
    return writer.finish();
};
const nested = (writer: BinaryWriter, no: number, bytes: Uint8Array) =>
    writer.tag(no, WireType.LengthDelimited).bytes(bytes);
const attribute = (key: string, value: string) =>
    message((writer) => {
        writer.tag(1, WireType.LengthDelimited).string(key);
        nested(
            writer,
            2,
            message((inner) => inner.tag(1, WireType.LengthDelimited).string(value)),
        );
    });
const NANOS = 1_772_352_060_000_000_000n;

/** A request with one metric, whose data is in the field `type`. */
const request = (name: string, type: number, data: Uint8Array) => {
    const metric = message((writer) => {
        writer.tag(1, WireType.LengthDelimited).string(name);
        nested(writer, type, data);
    });
    const scope = message((writer) => nested(writer, 2, metric));
    const resource = message((writer) => nested(writer, 1, attribute('service.name', 'shop')));
    // The resource may follow its metrics.
    const resourceMetrics = message((writer) => {
        nested(writer, 2, scope);
        nested(writer, 1, resource);
    });
    return message((writer) => nested(writer, 1, resourceMetrics));
};

const numberPoint = (value: bigint, flags = 0) =>
    message((writer) => {
        writer.tag(2, WireType.Bit64).fixed64(NANOS - 60_000_000_000n);
        writer.tag(3, WireType.Bit64).fixed64(NANOS);
        writer.tag(6, WireType.Bit64).sfixed64(value);
        writer.tag(8, WireType.Varint).uint32(flags);
        nested(writer, 7, attribute('feature_flag.key', 'search'));
    });
const sum = (point: Uint8Array, temporality: number, isMonotonic: boolean) =>
    message((writer) => {
        nested(writer, 1, point);
        writer.tag(2, WireType.Varint).uint32(temporality);
        writer.tag(3, WireType.Varint).bool(isMonotonic);
    });
const decode = (bytes: Uint8Array) => [...protobufPoints(bytes)].map(toDecodedPoint);

const labels = { appName: 'shop', 'feature_flag.key': 'search' };
const at = new Date('2026-03-01T08:01:00Z');

test('a delta sum of OTLP is a difference, a cumulative one has its start', () => {
    expect(decode(request('errors', 7, sum(numberPoint(3n), 1, true)))).toEqual([
        { sample: { name: 'errors', kind: 'counter', value: 3, labels, at } },
    ]);
    expect(decode(request('errors', 7, sum(numberPoint(3n), 2, true)))).toEqual([
        {
            sample: { name: 'errors', kind: 'counter', value: 3, labels, at },
            cumulative: { source: '[["service.name","shop"]]', startedAt: at.getTime() - 60_000 },
        },
    ]);
});

test('gauges and cumulative sums that may decrease are values', () => {
    const gauge = message((writer) => nested(writer, 1, numberPoint(-7n)));
    const expected = [{ sample: { name: 'queue', kind: 'gauge', value: -7, labels, at } }];

    expect(decode(request('queue', 5, gauge))).toEqual(expected);
    expect(decode(request('queue', 7, sum(numberPoint(-7n), 2, false)))).toEqual(expected);
});

test('histograms of OTLP get cumulative buckets', () => {
    const point = message((writer) => {
        writer.tag(3, WireType.Bit64).fixed64(NANOS);
        writer.tag(4, WireType.Bit64).fixed64(6);
        writer.tag(5, WireType.Bit64).double(4.5);
        const counts = message((inner) => {
            for (const count of [1, 2, 3]) inner.fixed64(count);
        });
        nested(writer, 6, counts);
        nested(
            writer,
            7,
            message((inner) => inner.double(0.5).double(1)),
        );
    });
    const data = message((writer) => {
        nested(writer, 1, point);
        writer.tag(2, WireType.Varint).uint32(1);
    });
    const buckets = [
        { le: 0.5, count: 1 },
        { le: 1, count: 3 },
        { le: Number.POSITIVE_INFINITY, count: 6 },
    ];

    expect(decode(request('seconds', 9, data))).toEqual([
        {
            sample: {
                name: 'seconds',
                kind: 'histogram',
                count: 6,
                sum: 4.5,
                buckets,
                labels: { appName: 'shop' },
                at,
            },
        },
    ]);
});

test.each([
    [
        'an exponential histogram',
        request(
            'h',
            10,
            message((writer) => nested(writer, 1, numberPoint(1n))),
        ),
        'exponential histograms',
    ],
    [
        'a summary',
        request(
            's',
            11,
            message((writer) => nested(writer, 1, new Uint8Array())),
        ),
        'summaries',
    ],
    ['a delta sum that may decrease', request('d', 7, sum(numberPoint(1n), 1, false)), 'cumulative temporality'],
    ['a sum without temporality', request('t', 7, sum(numberPoint(1n), 0, true)), 'no aggregation temporality'],
    ['a metric without a name', request('', 7, sum(numberPoint(1n), 1, true)), 'no name'],
])('%s is rejected with a reason', (_, bytes, reason) => {
    expect(decode(bytes)).toEqual([{ rejected: expect.stringContaining(reason) }]);
});

test('a point without a recorded value says nothing', () => {
    expect(decode(request('errors', 7, sum(numberPoint(3n, 1), 1, true)))).toEqual([undefined]);
});

test('JSON with 64-bit integers as text is read like protobuf', () => {
    const dataPoint = {
        ...{ startTimeUnixNano: '1772352000000000000', timeUnixNano: '1772352060000000000', asInt: '3' },
        attributes: [
            { key: 'feature_flag.key', value: { stringValue: 'search' } },
            { key: 'list', value: { arrayValue: { values: [] } } },
        ],
    };
    const body = {
        resourceMetrics: [
            {
                resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
                scopeMetrics: [
                    {
                        metrics: [
                            {
                                name: 'errors',
                                sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints: [dataPoint] },
                            },
                        ],
                    },
                ],
            },
        ],
    };

    expect([...jsonPoints(body)].map(toDecodedPoint)).toEqual([
        { sample: { name: 'errors', kind: 'counter', value: 3, labels, at } },
    ]);
});

const onlyDeclaredErrors = (decodeAll: () => void) => {
    try {
        decodeAll();
    } catch (error) {
        expect(error).toBeInstanceOf(HalyardError);
    }
};
const valid = request('errors', 7, sum(numberPoint(3n), 1, true));

test('arbitrary and damaged bytes raise no other error than the declared one', () => {
    const damaged = fc
        .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
        .map((changes) => changes.reduce((bytes, [index, byte]) => bytes.with(index, byte), valid));
    fc.assert(
        fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), (bytes) => {
            onlyDeclaredErrors(() => void decode(bytes));
            onlyDeclaredErrors(() => void [...protobufLogRecords(bytes)]);
        }),
        { numRuns: 2_000 },
    );
});

test('arbitrary JSON raises no error', () => {
    const names = [
        'resourceMetrics',
        'resourceLogs',
        'scopeMetrics',
        'scopeLogs',
        'metrics',
        'logRecords',
        'sum',
        'dataPoints',
    ];
    const names2 = [
        'attributes',
        'key',
        'value',
        'asInt',
        'timeUnixNano',
        'histogram',
        'bucketCounts',
        'explicitBounds',
        'resource',
    ];
    const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
            { depthSize: 'large' },
            fc.constantFrom(1e300, -1, 'x', '1e400', true, null),
            fc.array(tie('tree'), { maxLength: 3 }),
            fc.dictionary(fc.constantFrom(...names, ...names2), tie('tree'), { maxKeys: 3 }),
        ),
    }));
    fc.assert(
        fc.property(tree, (body) => {
            for (const point of jsonPoints(body)) toDecodedPoint(point);
            for (const record of jsonLogRecords(body)) expect(typeof record.eventName).toBe('string');
        }),
        { numRuns: 1_000 },
    );
});

test('a value nested 2,000 levels deep is skipped without recursion', () => {
    let value = new Uint8Array();
    for (let depth = 0; depth < 2_000; depth++) {
        const inner = value;
        value = new Uint8Array(
            message((writer) =>
                nested(
                    writer,
                    5,
                    message((list) => nested(list, 1, inner)),
                ),
            ),
        );
    }
    const keyValue = message((writer) => {
        writer.tag(1, WireType.LengthDelimited).string('deep');
        nested(writer, 2, value);
    });
    const point = message((writer) => {
        nested(writer, 7, keyValue);
        writer.tag(6, WireType.Bit64).sfixed64(1);
    });

    expect(decode(request('errors', 7, sum(point, 1, true)))).toMatchObject([
        { sample: { labels: { appName: 'shop' } } },
    ]);
});

test('the cost of decoding grows with the length of a hostile message, not with its square', () => {
    const emptyMessages = (count: number) => new Uint8Array(2 * count).map((_, index) => (index % 2 === 0 ? 0x0a : 0));
    const seconds = (bytes: Uint8Array) => {
        const started = performance.now();
        for (const point of protobufPoints(bytes)) toDecodedPoint(point);
        return performance.now() - started;
    };
    seconds(emptyMessages(50_000));

    expect(seconds(emptyMessages(800_000))).toBeLessThan(16 * Math.max(seconds(emptyMessages(200_000)), 5));
});

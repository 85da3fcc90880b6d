import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32, fnv1a, md5, sha1, sha256 } from '../src/foreign/digests.ts';
import { type AlgorithmName, algorithms, compileFlags, describeStrategy, evaluate, explain } from '../src/index.ts';
import { utf8 } from '../src/utf8.ts';

const runtime = { now: () => 0, random: () => 0 };

/** Published vectors of each product: flag `f`, and the other inputs of its hash. */
const VECTORS: [AlgorithmName, { prefix?: string; suffix?: string; of?: number }, Record<string, number>, number][] = [
    [
        'launchdarkly',
        { prefix: 'f.s1.' },
        { alice: 0.76326, bob: 0.715546, 'user-1': 0.736426, 'user-42': 0.104487, a1b2c3: 0.043904 },
        6,
    ],
    [
        'flagsmith',
        { prefix: '7,envkey_' },
        { alice: 83.277, bob: 79.686, 'user-1': 55.591, 'user-42': 29.696, a1b2c3: 12.833 },
        3,
    ],
    ['growthbook1', { suffix: 'f' }, { alice: 0.747, bob: 0.326, 'user-1': 0.638, 'user-42': 0.895, a1b2c3: 0.649 }, 6],
    [
        'growthbook2',
        { prefix: 'exp' },
        { alice: 0.2647, bob: 0.0232, 'user-1': 0.3004, 'user-42': 0.8121, a1b2c3: 0.1417 },
        6,
    ],
    ['flipt', { suffix: 'f' }, { alice: 3, bob: 9, 'user-1': 83, 'user-42': 38, a1b2c3: 96 }, 6],
    ['flipt', { prefix: 'f', of: 1000 }, { alice: 918, bob: 745, 'user-1': 406, 'user-42': 536, a1b2c3: 540 }, 6],
    ['configcat', { prefix: 'f' }, { alice: 17, bob: 93, 'user-1': 92, 'user-42': 47, a1b2c3: 13 }, 6],
    [
        'gofeatureflag',
        { prefix: 'f' },
        { alice: 45219, bob: 7256, 'user-1': 44256, 'user-42': 76183, a1b2c3: 27889 },
        6,
    ],
    [
        'microsoft',
        { suffix: '\nf' },
        { alice: 86.66, bob: 86.3, 'user-1': 58.909, 'user-42': 0.353, a1b2c3: 74.108 },
        3,
    ],
];

describe('the hashes of other products', () => {
    test.each(VECTORS)(
        '%s %o assigns users to the same buckets',
        (name, { prefix = '', suffix = '', of }, buckets, digits) => {
            for (const [value, expected] of Object.entries(buckets)) {
                const { bucket, bucketCount } = algorithms[name];
                expect(bucket({ prefix, value, suffix }, of ?? bucketCount), value).toBeCloseTo(expected, digits);
            }
        },
    );

    test('flagd assigns users to the same of 100 buckets', () => {
        const buckets = { alice: 65, bob: 60, 'user-1': 33, 'user-42': 88, a1b2c3: 27 };
        for (const [value, expected] of Object.entries(buckets)) {
            const at = algorithms.flagd.bucket({ prefix: 'f', value, suffix: '' });
            expect(Number((BigInt(at) * 100n) >> 32n)).toBe(expected);
        }
    });

    test('the digests equal those of a library for any text', () => {
        const hex = (algorithm: string, text: string) =>
            createHash(algorithm).update(text.toWellFormed()).digest('hex');
        const hexOf = ({ buffer, byteOffset, byteLength }: DataView) =>
            Buffer.from(buffer, byteOffset, byteLength).toString('hex');
        fc.assert(
            fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
                expect(hexOf(sha1(text))).toBe(hex('sha1', text));
                expect(hexOf(sha256(text))).toBe(hex('sha256', text));
                expect(md5(text).toString(16).padStart(32, '0')).toBe(hex('md5', text));
            }),
        );
        expect(crc32('123456789')).toBe(0xcbf43926);
        expect(fnv1a(utf8('foobar'))).toBe(0xbf9cf968);
    });
});

describe('an imported rollout', () => {
    const strategy = {
        name: 'importedRollout',
        parameters: {
            algorithm: 'launchdarkly',
            attribute: 'userId',
            prefix: 'f.s1.',
            missing: 'zero',
            ranges: '0..0.25',
        },
    };
    const flags = compileFlags(
        { features: [{ name: 'f', enabled: true, strategies: [strategy] }], segments: [] },
        runtime,
    );

    test('matches exactly the users that the other product matched', () => {
        const isOn = (userId: string) => evaluate(flags, 'f', { userId }).enabled;

        expect(['alice', 'bob', 'user-1', 'user-42', 'a1b2c3'].filter(isOn)).toEqual(['user-42', 'a1b2c3']);
    });

    test('explains the bucket in the other product', () => {
        const { strategies } = explain(flags, 'f', { userId: 'alice' });

        expect(strategies[0]?.reason).toMatch(
            /^LaunchDarkly places userId "alice" at 0\.763259\d+, which is outside 0\.\.0\.25$/,
        );
    });

    test('assigns users without the attribute as the other product does', () => {
        expect(evaluate(flags, 'f', {}).enabled).toBe(true);
        expect(explain(flags, 'f', {}).strategies[0]?.reason).toContain('a context without userId at 0');
    });

    test('reports unreadable parameters and matches nobody', () => {
        const parameters = { algorithm: 'coin', ranges: 'half' };
        const broken = compileFlags(
            {
                features: [{ name: 'f', enabled: true, strategies: [{ name: 'importedRollout', parameters }] }],
                segments: [],
            },
            runtime,
        );

        expect(broken.find('f')?.warnings).toHaveLength(2);
        expect(evaluate(broken, 'f', { userId: 'alice' }).enabled).toBe(false);
    });

    test('names the supported APIs in its sentence', () => {
        expect(describeStrategy(strategy, { segmentName: () => undefined })).toBe(
            '25% of users by userId as LaunchDarkly buckets them (only where Halyard evaluates: frontend API, OFREP, edge).',
        );
    });
});

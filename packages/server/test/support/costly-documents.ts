import type { SourceName } from '../../src/import/source-names.ts';
import { byName, times } from './numbered.ts';

/**
 * For each product, a document whose flags are cheap to read and each close to the limit for converting one flag. The cost grows with the
 * number of flags.
 */
export const COSTLY_DOCUMENTS: Record<SourceName, (flags: number) => unknown> = {
    // Rollouts for different segments: each but the last turns its users off, so later ones exclude all earlier ones.
    flipt: (flags) => ({
        flags: times(flags, (i) => ({
            key: `flag-${i}`,
            type: 'BOOLEAN_FLAG_TYPE',
            enabled: true,
            rollouts: times(30, (n) => ({ segment: { keys: [`s${n}`, `s${(n + i) % 30}`], value: n % 2 === 1 } })),
        })),
        segments: times(30, (n) => ({
            key: `s${n}`,
            name: `s${n}`,
            match_type: 'ANY_MATCH_TYPE',
            constraints: times(10, (m) => ({
                type: 'STRING_COMPARISON_TYPE',
                property: `a${m}`,
                operator: 'prefix',
                value: `${n}`,
            })),
        })),
    }),
    // Each filter is compared with all filters before it.
    microsoft: (flags) => ({
        feature_management: {
            feature_flags: times(flags, (i) => ({
                id: `flag-${i}`,
                enabled: true,
                conditions: {
                    requirement_type: 'All',
                    client_filters: times(400, (n) => ({
                        name: 'Microsoft.TimeWindow',
                        parameters: { Start: new Date(Date.UTC(2020, 0, 1 + n)).toUTCString() },
                    })),
                },
            })),
        },
    }),
    // Alternatives that must all match.
    growthbook: (flags) => ({
        features: byName(flags, () => ({
            defaultValue: false,
            rules: [
                {
                    force: true,
                    condition: {
                        $and: times(30, (n) => ({ $or: times(6, (m) => ({ [`a${n}`]: { $regex: `${m}` } })) })),
                    },
                },
            ],
        })),
    }),
    // Each flag requires the next ones of a ring.
    launchdarkly: (flags) => ({
        flags: byName(flags, (i) => ({
            on: true,
            variations: [true, false],
            offVariation: 1,
            fallthrough: { variation: 0 },
            prerequisites: times(2, (n) => ({ key: `flag-${(i + n + 1) % flags}`, variation: 0 })),
            rules: times(3, (n) => ({
                variation: n % 2,
                clauses: [{ attribute: `a${n}`, op: 'startsWith', values: [`${i}`] }],
            })),
        })),
    }),
    configcat: (flags) => ({
        f: byName(flags, (i) => ({
            t: 0,
            v: { b: false },
            r: [
                ...times(2, (n) => ({
                    c: [{ p: { f: `flag-${(i + n + 1) % flags}`, c: 0, v: { b: true } } }],
                    s: { v: { b: n % 2 === 0 } },
                })),
                ...times(20, (n) => ({ c: [{ u: { a: `a${n}`, c: 28, s: `${n}` } }], s: { v: { b: n % 2 === 0 } } })),
            ],
        })),
    }),
    flagsmith: (flags) => ({
        api_key: 'k',
        feature_states: times(flags, (i) => flagsmithState(`flag-${i}`)),
        project: {
            segments: times(20, (id) => ({
                id,
                name: `s${id}`,
                rules: times(4, (n) => ({
                    type: 'ANY',
                    conditions: times(4, (m) => ({ operator: 'CONTAINS', property_: `a${n}-${m}`, value: `${id}` })),
                })),
                feature_states: times(flags, (i) => flagsmithState(`flag-${i}`)),
            })),
        },
    }),
    flagd: (flags) => ({
        flags: byName(flags, () => ({
            state: 'ENABLED',
            variants: { on: true, off: false },
            defaultVariant: 'off',
            targeting: { if: [{ $ref: 'wide' }, 'on', 'off'] },
        })),
        $evaluators: {
            wide: { and: times(30, (n) => ({ or: times(6, (m) => ({ starts_with: [{ var: `a${n}` }, `${m}`] })) })) },
        },
    }),
    gofeatureflag: (flags) =>
        byName(flags, () => ({
            variations: { on: true, off: false },
            defaultRule: { variation: 'off' },
            targeting: times(20, (n) => ({
                name: `rule ${n}`,
                query: times(4, (m) => `(a${n} sw "${m}" or b${m} sw "${n}")`).join(' and '),
                variation: n % 2 === 0 ? 'off' : 'on',
            })),
        })),
};

const flagsmithState = (name: string) => ({
    feature: { name },
    enabled: true,
    feature_state_value: null,
    django_id: 1,
});

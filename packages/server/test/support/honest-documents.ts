import type { SourceName } from '../../src/import/source-names.ts';
import { byName, times } from './numbered.ts';

const RULES = 6;
/** Rules refer to segments in turn. */
const SEGMENTS = 20;
const MEMBERS = 500;
const segmentOf = (flag: number, rule: number) => (flag * 7 + rule * 3) % SEGMENTS;
const membersOf = (segment: number) => times(MEMBERS, (i) => `user-${segment}-${i}`);
const isOn = (rule: number) => rule % 3 !== 2;
const domain = (rule: number) => `@customer-${rule}.example`;
const PLANS = ['free', 'team', 'enterprise'];

/** For each product, a document of a company that uses all usual features: six rules per flag, and segments of 500 members. */
export const HONEST_DOCUMENTS: Record<SourceName, (flags: number) => unknown> = {
    launchdarkly: (flags) => ({
        flags: byName(flags, (i) => ({
            key: `flag-${i}`,
            version: 12,
            on: true,
            salt: `salt-${i}`,
            variations: [true, false],
            offVariation: 1,
            prerequisites: i % 10 === 9 ? [{ key: `flag-${i - 1}`, variation: 0 }] : [],
            targets: [{ variation: 0, values: times(10, (n) => `tester-${n}`) }],
            contextTargets: [],
            rules: times(RULES, (n) => ({
                id: `rule-${n}`,
                ...(n === RULES - 1
                    ? {
                          rollout: {
                              variations: [
                                  { variation: 0, weight: 20_000 },
                                  { variation: 1, weight: 80_000 },
                              ],
                          },
                      }
                    : { variation: isOn(n) ? 0 : 1 }),
                clauses:
                    n % 2 === 0
                        ? [{ attribute: '', op: 'segmentMatch', values: [`segment-${segmentOf(i, n)}`], negate: false }]
                        : [
                              { attribute: 'email', op: 'endsWith', values: [domain(n)], negate: false },
                              { attribute: 'plan', op: 'in', values: PLANS, negate: n === 3 },
                          ],
                trackEvents: false,
            })),
            fallthrough: { variation: 1 },
        })),
        segments: Object.fromEntries(
            times(SEGMENTS, (n) => [
                `segment-${n}`,
                { key: `segment-${n}`, version: 3, included: membersOf(n), excluded: [], salt: 's', rules: [] },
            ]),
        ),
    }),
    configcat: (flags) => ({
        p: { u: 'https://cdn.example', r: 0, s: 'salt' },
        s: times(SEGMENTS, (n) => ({ n: `segment-${n}`, r: [{ a: 'Identifier', c: 0, l: membersOf(n) }] })),
        f: byName(flags, (i) => ({
            t: 0,
            v: { b: false },
            r: times(RULES, (n) => ({
                c: [
                    ...(i % 10 === 9 && n === 0 ? [{ p: { f: `flag-${i - 1}`, c: 0, v: { b: true } } }] : []),
                    ...(n % 2 === 0
                        ? [{ s: { s: segmentOf(i, n), c: 0 } }]
                        : [
                              { u: { a: 'Email', c: 32, l: [domain(n)] } },
                              { u: { a: 'Plan', c: n === 3 ? 1 : 0, l: PLANS } },
                          ]),
                ],
                ...(n === RULES - 1
                    ? {
                          p: [
                              { p: 20, v: { b: true } },
                              { p: 80, v: { b: false } },
                          ],
                      }
                    : { s: { v: { b: isOn(n) } } }),
            })),
        })),
    }),
    flagd: (flags) => ({
        $evaluators: Object.fromEntries(
            times(SEGMENTS, (n) => [`segment-${n}`, { in: [{ var: 'targetingKey' }, membersOf(n)] }]),
        ),
        flags: byName(flags, (i) => ({
            state: 'ENABLED',
            variants: { on: true, off: false },
            defaultVariant: 'off',
            targeting: {
                if: [
                    ...times(RULES, (n) => [
                        n % 2 === 0
                            ? { $ref: `segment-${segmentOf(i, n)}` }
                            : {
                                  and: [
                                      { ends_with: [{ var: 'email' }, domain(n)] },
                                      n === 3
                                          ? { '!': { in: [{ var: 'plan' }, PLANS] } }
                                          : { in: [{ var: 'plan' }, PLANS] },
                                  ],
                              },
                        n === RULES - 1
                            ? {
                                  fractional: [
                                      ['on', 20],
                                      ['off', 80],
                                  ],
                              }
                            : isOn(n)
                              ? 'on'
                              : 'off',
                    ]).flat(),
                    'off',
                ],
            },
        })),
    }),
    // Files have no segments: rules name their users.
    gofeatureflag: (flags) =>
        byName(flags, (i) => ({
            variations: { on: true, off: false },
            targeting: times(RULES, (n) => ({
                name: `rule ${n}`,
                query:
                    n % 2 === 0
                        ? `targetingKey in [${times(10, (m) => `"user-${i}-${n}-${m}"`).join(', ')}]`
                        : `email ew "${domain(n)}" and plan ${n === 3 ? 'ne "free"' : 'in ["team", "enterprise"]'}`,
                ...(n === RULES - 1 ? { percentage: { on: 20, off: 80 } } : { variation: isOn(n) ? 'on' : 'off' }),
            })),
            defaultRule: { variation: 'off' },
            metadata: { description: `Flag ${i}` },
        })),
    flipt: (flags) => ({
        namespace: 'default',
        flags: times(flags, (i) => ({
            key: `flag-${i}`,
            name: `Flag ${i}`,
            type: 'BOOLEAN_FLAG_TYPE',
            enabled: false,
            rollouts: [
                ...times(RULES, (n) => ({ segment: { keys: [`segment-${segmentOf(i, n)}`], value: isOn(n) } })),
                { threshold: { percentage: 20, value: true } },
            ],
        })),
        segments: times(SEGMENTS, (n) => ({
            key: `segment-${n}`,
            name: `Segment ${n}`,
            match_type: 'ANY_MATCH_TYPE',
            constraints: [
                {
                    type: 'ENTITY_ID_COMPARISON_TYPE',
                    property: 'entity',
                    operator: 'isoneof',
                    value: JSON.stringify(membersOf(n).slice(0, 100)),
                },
            ],
        })),
    }),
    growthbook: (flags) => ({
        features: byName(flags, (i) => ({
            defaultValue: false,
            rules: times(RULES, (n) => ({
                condition:
                    n % 2 === 0
                        ? { id: { $inGroup: `segment-${segmentOf(i, n)}` } }
                        : { email: { $regex: `${domain(n)}$` }, plan: n === 3 ? { $nin: PLANS } : { $in: PLANS } },
                force: isOn(n),
                ...(n === RULES - 1 && { coverage: 0.2, hashAttribute: 'id' }),
            })),
        })),
        savedGroups: Object.fromEntries(times(SEGMENTS, (n) => [`segment-${n}`, membersOf(n)])),
    }),
    flagsmith: (flags) => ({
        api_key: 'key',
        feature_states: times(flags, (i) => flagsmithState(`flag-${i}`, i % 2 === 0)),
        project: {
            segments: times(SEGMENTS, (id) => ({
                id,
                name: `segment-${id}`,
                rules: [
                    {
                        type: 'ALL',
                        conditions: [],
                        rules: [
                            {
                                type: 'ANY',
                                rules: [],
                                conditions: [
                                    { operator: 'EQUAL', property_: 'plan', value: PLANS[id % 3] },
                                    {
                                        operator: 'IN',
                                        property_: 'account',
                                        value: membersOf(id).slice(0, 50).join(','),
                                    },
                                ],
                            },
                        ],
                    },
                ],
                feature_states: times(flags, (i) => i)
                    .filter((i) => times(RULES, (n) => segmentOf(i, n)).includes(id))
                    .map((i) => flagsmithState(`flag-${i}`, id % 3 !== 2)),
            })),
        },
    }),
    microsoft: (flags) => ({
        feature_management: {
            feature_flags: times(flags, (i) => ({
                id: `flag-${i}`,
                enabled: true,
                conditions: {
                    requirement_type: 'Any',
                    client_filters: times(RULES, (n) =>
                        n % 2 === 0
                            ? {
                                  name: 'Microsoft.Targeting',
                                  parameters: {
                                      Audience: {
                                          Users: times(10, (m) => `user-${i}-${n}-${m}`),
                                          Groups: [{ Name: `group-${n}`, RolloutPercentage: 100 }],
                                          DefaultRolloutPercentage: n === 0 ? 20 : 0,
                                      },
                                  },
                              }
                            : {
                                  name: 'Microsoft.TimeWindow',
                                  parameters: {
                                      Start: new Date(Date.UTC(2030 + n, 0, 1)).toUTCString(),
                                      End: new Date(Date.UTC(2030 + n, 1, 1)).toUTCString(),
                                  },
                              },
                    ),
                },
            })),
        },
    }),
};

const flagsmithState = (name: string, enabled: boolean) => ({
    feature: { name },
    enabled,
    feature_state_value: null,
    django_id: 1,
});

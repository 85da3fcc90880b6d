import fc from 'fast-check';
import { attribute, shares, userIds, word, words } from './vocabulary.ts';

interface Constraint {
    type: string;
    property: string;
    operator: string;
    value: string;
}

interface Segment {
    key: string;
    match_type: string;
    constraints: Constraint[];
}

interface SegmentReference {
    keys: string[];
    operator: string;
}

interface Rollout {
    segment?: SegmentReference & { value: boolean };
    threshold?: { percentage: number; value: boolean };
}

interface Variant {
    key: string;
    attachment?: object;
    default?: boolean;
}

interface Flag {
    key: string;
    name: string;
    type: string;
    enabled: boolean;
    variants?: Variant[];
    rules?: { segment: SegmentReference; distributions: { variant: string; rollout: number }[] }[];
    rollouts?: Rollout[];
}

/** A file of features. */
interface Features {
    namespace: string;
    flags: Flag[];
    segments: Segment[];
}

const integer = fc.constantFrom(-1, 0, 1, 18, 100);
const constraint: fc.Arbitrary<Constraint> = fc.oneof(
    fc.record({
        type: fc.constant('STRING_COMPARISON_TYPE'),
        property: attribute,
        operator: fc.constantFrom('eq', 'neq', 'prefix', 'suffix', 'contains', 'notcontains'),
        value: word,
    }),
    fc.record({
        type: fc.constant('STRING_COMPARISON_TYPE'),
        property: attribute,
        operator: fc.constantFrom('isoneof', 'isnotoneof'),
        value: words.map((list) => JSON.stringify(list)),
    }),
    fc.record({
        type: fc.constant('STRING_COMPARISON_TYPE'),
        property: attribute,
        operator: fc.constantFrom('empty', 'notempty'),
        value: fc.constant(''),
    }),
    fc.record({
        type: fc.constant('NUMBER_COMPARISON_TYPE'),
        property: fc.constant('age'),
        operator: fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'present', 'notpresent'),
        value: integer.map(String),
    }),
    fc.record({
        type: fc.constant('BOOLEAN_COMPARISON_TYPE'),
        property: fc.constant('beta'),
        operator: fc.constantFrom('true', 'false', 'present', 'notpresent'),
        value: fc.constant(''),
    }),
    fc.record({
        type: fc.constant('ENTITY_ID_COMPARISON_TYPE'),
        property: fc.constant('entity'),
        operator: fc.constantFrom('isoneof', 'isnotoneof'),
        value: userIds.map((list) => JSON.stringify(list)),
    }),
);
const segment = (key: string): fc.Arbitrary<Segment> =>
    fc.record({
        key: fc.constant(key),
        match_type: fc.constantFrom('ALL_MATCH_TYPE', 'ANY_MATCH_TYPE'),
        constraints: fc.array(constraint, { maxLength: 2 }),
    });
const reference: fc.Arbitrary<SegmentReference> = fc.record({
    keys: fc.constantFrom(['one'], ['two'], ['one', 'two']),
    operator: fc.constantFrom('OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR'),
});

const rollout: fc.Arbitrary<Rollout> = fc.oneof(
    fc.tuple(reference, fc.boolean()).map(([who, value]) => ({ segment: { ...who, value } })),
    fc.record({ threshold: fc.record({ percentage: fc.constantFrom(0, 10, 33.5, 100), value: fc.boolean() }) }),
);
const first: fc.Arbitrary<Flag> = fc.record({
    key: fc.constant('first'),
    name: fc.constant('First'),
    type: fc.constant('BOOLEAN_FLAG_TYPE'),
    enabled: fc.boolean(),
    rollouts: fc.array(rollout, { maxLength: 3 }),
});
const second: fc.Arbitrary<Flag> = fc
    .tuple(
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.tuple(reference, fc.oneof(shares(2), fc.constantFrom([20, 20], [10, 20], [33.33, 7]))), {
            maxLength: 3,
        }),
    )
    .map(([enabled, hasDefault, rules]) => ({
        key: 'second',
        name: 'Second',
        type: 'VARIANT_FLAG_TYPE',
        enabled,
        variants: [
            { key: 'red', attachment: { r: 255 } },
            { key: 'green', ...(hasDefault && { default: true }) },
        ],
        rules: rules.map(([who, [red = 0, green = 0]]) => ({
            segment: who,
            distributions: [
                { variant: 'red', rollout: red },
                { variant: 'green', rollout: green },
            ],
        })),
    }));
export const fliptDocuments: fc.Arbitrary<Features> = fc
    .tuple(first, second, segment('one'), segment('two'))
    .map(([one, other, ...segments]) => ({ namespace: 'default', flags: [one, other], segments }));

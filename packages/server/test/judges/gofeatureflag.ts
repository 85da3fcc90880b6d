import fc from 'fast-check';
import type { Judge } from '../../src/cli/judges/judge.ts';
import { attribute, figure, userIds, word, words } from './vocabulary.ts';

/*
 * Go Feature Flag's evaluator is written in Go and has no JavaScript package. This implementation follows its source and evaluates queries
 * as trees, so that it shares no code with the importer, which parses their text.
 */

type Value = string | number | boolean;
type Attributes = Readonly<Record<string, Value | undefined>>;

interface Query {
    text: string;
    holds: (attributes: Attributes) => boolean;
}

const lower = (value: Value) => String(value).toLowerCase();
const TEXTS: Record<string, (value: string, expected: string) => boolean> = {
    eq: (value, expected) => value === expected,
    ne: (value, expected) => value !== expected,
    co: (value, expected) => value.includes(expected),
    sw: (value, expected) => value.startsWith(expected),
    ew: (value, expected) => value.endsWith(expected),
};
const NUMBERS: Record<string, (value: number, expected: number) => boolean> = {
    eq: (value, expected) => value === expected,
    ne: (value, expected) => value !== expected,
    lt: (value, expected) => value < expected,
    le: (value, expected) => value <= expected,
    gt: (value, expected) => value > expected,
    ge: (value, expected) => value >= expected,
};

const textTest = fc
    .tuple(attribute, fc.constantFrom(...Object.keys(TEXTS)), word)
    .map(([name, operator, operand]): Query => {
        const expected = operator === 'eq' || operator === 'ne' ? lower(operand) : operand;
        return {
            text: `${name} ${operator} ${JSON.stringify(expected)}`,
            holds: ({ [name]: value }) => value !== undefined && TEXTS[operator]!(lower(value), lower(expected)),
        };
    });
const numberTest = fc.tuple(fc.constantFrom(...Object.keys(NUMBERS)), figure).map(
    ([operator, expected]): Query => ({
        text: `age ${operator} ${expected}`,
        holds: ({ age }) => typeof age === 'number' && NUMBERS[operator]!(age, expected),
    }),
);
const listTest = fc.oneof(fc.tuple(attribute, words), fc.tuple(fc.constant('key'), userIds)).map(
    ([name, list]): Query => ({
        text: `${name} in [${list.map((each) => JSON.stringify(each)).join(', ')}]`,
        holds: ({ [name]: value }) => list.some((each) => each === value),
    }),
);
const otherTest = fc.oneof(
    attribute.map((name): Query => ({ text: `${name} pr`, holds: ({ [name]: value }) => value !== undefined })),
    fc.boolean().map((expected): Query => ({ text: `beta eq ${expected}`, holds: ({ beta }) => beta === expected })),
);
const single = fc.oneof(textTest, numberTest, listTest, otherTest);

/** Chains are evaluated from left to right, whatever the operator. */
const chain = (of: fc.Arbitrary<Query>) =>
    fc.tuple(of, fc.array(fc.tuple(fc.constantFrom('and', 'or'), of), { maxLength: 2 })).map(([first, rest]) =>
        rest.reduce(
            (before, [joint, next]): Query => ({
                text: `${before.text} ${joint} ${next.text}`,
                holds: (attributes) =>
                    joint === 'and'
                        ? before.holds(attributes) && next.holds(attributes)
                        : before.holds(attributes) || next.holds(attributes),
            }),
            first,
        ),
    );
const nested = fc.tuple(fc.boolean(), chain(single)).map(
    ([isNegated, { text, holds }]): Query => ({
        text: `${isNegated ? 'not ' : ''}(${text})`,
        holds: (attributes) => holds(attributes) !== isNegated,
    }),
);
const query = chain(fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: nested }));

interface Served {
    variation?: string;
    percentage?: Record<string, number>;
}

interface Flag {
    variations: Record<string, Value>;
    targeting: (Served & { query: string; disable: boolean })[];
    defaultRule: Served;
    bucketingKey?: string;
    disable: boolean;
}

const VARIATIONS: Record<string, Value>[] = [
    { on: true, off: false },
    { red: 'ff0000', green: '00ff00' },
    { one: 1, two: 2.5 },
];
const queries = new WeakMap<object, Query['holds'][]>();
const flag = fc.constantFrom(...VARIATIONS).chain((variations) => {
    const [a = '', b = ''] = Object.keys(variations);
    const served: fc.Arbitrary<Served> = fc.oneof(
        fc.constantFrom(a, b).map((variation) => ({ variation })),
        fc
            .constantFrom([50, 50], [33.3, 66.7], [0, 100], [1, 3])
            .map(([x = 0, y = 0]) => ({ percentage: { [a]: x, [b]: y } })),
    );
    return fc
        .tuple(
            fc.array(fc.tuple(query, served, fc.constantFrom(false, false, false, true)), { maxLength: 3 }),
            served,
            fc.constantFrom(undefined, undefined, 'email'),
            fc.constantFrom(false, false, false, true),
        )
        .map(([rules, defaultRule, bucketingKey, disable]): Flag => {
            const flag: Flag = {
                variations,
                targeting: rules.map(([query, outcome, isOff]) => ({ query: query.text, disable: isOff, ...outcome })),
                defaultRule,
                ...(bucketingKey && { bucketingKey }),
                disable,
            };
            queries.set(
                flag,
                rules.map(([{ holds }]) => holds),
            );
            return flag;
        });
});
type Flags = Record<'first' | 'second', Flag>;

function fnv1a(text: string): bigint {
    let hash = 2166136261n;
    for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 16777619n) % 2n ** 32n;
    return hash;
}

function chosen(name: string, key: string, { variation, percentage }: Served): string | undefined {
    if (!percentage) return variation;
    const total = Math.trunc(Object.values(percentage).reduce((sum, share) => sum + share, 0) * 1000);
    const bucket = Number(fnv1a(name + key) % BigInt(total));
    let end = 0;
    for (const each of Object.keys(percentage).sort().reverse()) {
        const start = end;
        end += percentage[each]! * 1000;
        if (bucket >= Math.trunc(start) && bucket < Math.trunc(end)) return each;
    }
    return undefined;
}

export const gofeatureflagDocuments = fc.record({ first: flag, second: flag });

export const gofeatureflagJudge: Judge<Flags> = {
    name: 'GO Feature Flag, as its source says',
    // Without a bucketing value the product returns no result. The verdict states that, and that numbers must be integers and that texts
    // must have the same case as in the rule.
    completed: ({ userId = 'nobody', ...context }) => ({
        userId,
        email: 'someone@b.c',
        ...Object.fromEntries(Object.entries(context).map(([name, value]) => [name, lower(value)])),
        ...(context['age'] !== undefined && { age: String(Math.trunc(Number(context['age']))) }),
    }),
    async evaluator(flags) {
        return (name, { userId = '', attributes, flat }) => {
            const flag = flags[name as keyof Flags];
            const isPlaced = [flag.defaultRule, ...flag.targeting].some(({ percentage }) => percentage);
            const key = flag.bucketingKey ? flat[flag.bucketingKey] : userId;
            if (flag.disable || (key === undefined && (isPlaced || flag.bucketingKey))) return undefined;
            const context: Attributes = { ...attributes, key: userId };
            const at = flag.targeting.findIndex(({ disable }, i) => !disable && queries.get(flag)![i]!(context));
            const variation = chosen(name, key ?? '', flag.targeting[at] ?? flag.defaultRule);
            return variation === undefined ? undefined : flag.variations[variation];
        };
    },
};

import fc from 'fast-check';
import { attribute, figure, pattern, shares, userIds, word, words } from './vocabulary.ts';

const group = fc.constantFrom('g1', 'unknown');
const operators = fc
    .oneof(
        fc.tuple(
            attribute,
            fc.oneof(
                word.map((value) => value as unknown),
                fc.record({ $eq: word }),
                fc.record({ $ne: word }),
                fc.record({ $in: words }),
                fc.record({ $nin: words }),
                fc.record({ $ini: words }),
                fc.record({ $inGroup: group }),
                fc.record({ $notInGroup: group }),
                fc.record({ $regex: pattern }),
                fc.record({ $exists: fc.boolean() }),
                fc.record({ $not: fc.record({ $in: words }) }),
                fc.record({ $ne: word, $in: words }),
            ),
        ),
        fc.tuple(
            fc.constant('age'),
            fc.oneof(
                figure.map((value) => value as unknown),
                fc.record({ $lt: figure }),
                fc.record({ $gte: figure, $lte: figure }),
                fc.record({ $gt: figure }),
                fc.record({ $in: fc.array(figure, { maxLength: 2 }) }),
                fc.record({ $ne: figure }),
            ),
        ),
        fc.tuple(fc.constant('beta'), fc.boolean()),
        fc.tuple(fc.constant('id'), fc.record({ $in: userIds })),
    )
    .map(([name, expected]): Record<string, unknown> => ({ [name]: expected }));

const { condition } = fc.letrec<{ condition: Record<string, unknown> }>((tie) => ({
    condition: fc.oneof(
        { maxDepth: 2 },
        operators,
        fc.tuple(operators, operators).map(([a, b]) => ({ ...a, ...b })),
        fc.record({ $or: fc.array(tie('condition'), { maxLength: 2 }) }),
        fc.record({ $nor: fc.array(tie('condition'), { maxLength: 2 }) }),
        fc.record({ $and: fc.array(tie('condition'), { maxLength: 2 }) }),
        fc.record({ $not: tie('condition') }),
    ),
}));

const hashing = fc.record(
    {
        hashAttribute: fc.constantFrom('id', 'email'),
        hashVersion: fc.constantFrom(1, 2),
        seed: fc.constantFrom('seed', 'exp'),
    },
    { requiredKeys: [] },
);
const range = fc.tuple(fc.constantFrom(0, 0.1, 0.3), fc.constantFrom(0.3, 0.5, 1));

/** Parts of a rule that are not imported. */
const lossyPart = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
        weight: 1,
        arbitrary: fc
            .boolean()
            .map((gate) => ({ parentConditions: [{ id: 'parent', condition: { value: true }, gate }] })),
    },
    { weight: 1, arbitrary: fc.constant({ condition: { tags: { $size: 2 } } }) },
    { weight: 1, arbitrary: fc.constant({ fallbackAttribute: 'email' }) },
);

const rule = (value: fc.Arbitrary<unknown>) =>
    fc
        .tuple(
            fc.option(condition),
            hashing,
            fc.oneof(
                value.map((force) => ({ force })),
                fc.tuple(value, fc.constantFrom(0, 0.25, 0.5, 1)).map(([force, coverage]) => ({ force, coverage })),
                fc.tuple(value, range).map(([force, within]) => ({ force, range: within })),
                fc
                    .tuple(value, value, fc.option(shares(2)), fc.option(fc.constantFrom(0.2, 1)), fc.boolean())
                    .map(([a, b, weights, coverage, passthrough]) => ({
                        key: 'exp',
                        variations: [a, b],
                        ...(weights && { weights: weights.map((weight) => weight / 100) }),
                        ...(coverage && { coverage }),
                        ...(passthrough && { meta: [{ key: '0' }, { key: '1', passthrough }] }),
                    })),
                fc
                    .tuple(value, value, fc.tuple(range, range))
                    .map(([a, b, ranges]) => ({ variations: [a, b], ranges })),
                fc.tuple(value, value).map(([a, b]) => ({ key: 'exp', variations: [a, b], namespace: ['ns', 0, 0.5] })),
                fc
                    .tuple(value, fc.array(range, { maxLength: 2 }))
                    .map(([force, ranges]) => ({ force, filters: [{ seed: 'filter', ranges }] })),
            ),
        )
        .chain(([when, hash, serves]) =>
            lossyPart.map((lost) => ({ ...(when && { condition: when }), ...hash, ...serves, ...lost })),
        );

const feature = fc
    .constantFrom<fc.Arbitrary<unknown>>(
        fc.boolean(),
        fc.constantFrom('red', 'green', 'blue'),
        fc.constantFrom(1, 2.5),
        fc.constantFrom({ a: 1 }, null),
    )
    .chain((value) => fc.record({ defaultValue: value, rules: fc.array(rule(value), { maxLength: 3 }) }));

export const growthbookDocuments = fc.record({
    features: fc.record({ first: feature, second: feature, parent: fc.record({ defaultValue: fc.boolean() }) }),
    savedGroups: fc.record({ g1: fc.uniqueArray(fc.oneof(word, figure), { maxLength: 3 }) }),
});

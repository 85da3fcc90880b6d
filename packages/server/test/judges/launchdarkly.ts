import fc from 'fast-check';
import { attribute, figure, pattern, shares, userIds, word, words } from './vocabulary.ts';

const kind = fc.constantFrom('user', 'organization', undefined);
const clause = fc
    .tuple(
        fc.oneof(
            fc.record({ attribute: fc.oneof(attribute, fc.constant('key')), op: fc.constant('in'), values: words }),
            fc.record({ attribute: fc.constant('key'), op: fc.constant('in'), values: userIds }),
            fc.record({ attribute, op: fc.constantFrom('startsWith', 'endsWith', 'contains'), values: words }),
            fc.record({ attribute: fc.constant('email'), op: fc.constant('matches'), values: fc.tuple(pattern) }),
            fc.record({
                attribute: fc.constant('age'),
                op: fc.constantFrom('in', 'lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'),
                values: fc.array(figure, { minLength: 1, maxLength: 2 }),
            }),
            fc.record({ attribute: fc.constant('beta'), op: fc.constant('in'), values: fc.tuple(fc.boolean()) }),
        ),
        kind,
        fc.boolean(),
    )
    .map(([given, contextKind, negate]) => ({ ...given, ...(contextKind && { contextKind }), negate }));
const segmentClause = fc
    .tuple(fc.uniqueArray(fc.constantFrom('s1', 's2', 'unknown'), { minLength: 1, maxLength: 2 }), fc.boolean())
    .map(([values, negate]) => ({ attribute: '', op: 'segmentMatch', values, negate }));

const rollout = (variations: number) =>
    fc
        .tuple(
            shares(variations),
            fc.constantFrom('key', 'email', undefined),
            kind,
            fc.constantFrom(undefined, 61),
            fc.constantFrom('rollout', 'experiment', undefined),
        )
        .map(([weights, bucketBy, contextKind, seed, type]) => ({
            ...(type && { kind: type }),
            ...(bucketBy && { bucketBy }),
            ...(contextKind && { contextKind }),
            ...(seed && { seed }),
            variations: weights.map((weight, variation) => ({ variation, weight: weight * 1000 })),
        }));
const served = (variations: number) =>
    fc.oneof(
        fc.nat(variations - 1).map((variation) => ({ variation })),
        rollout(variations).map((each) => ({ rollout: each })),
    );

const segment = fc
    .tuple(
        fc.oneof(fc.constant([]), userIds),
        fc.oneof(fc.constant([]), userIds),
        fc.array(fc.tuple(fc.array(clause, { minLength: 1, maxLength: 2 }), fc.option(fc.constantFrom(10, 50))), {
            maxLength: 2,
        }),
        words,
    )
    .map(([included, excluded, rules, organizations]) => ({
        version: 1,
        salt: 'salty',
        included,
        excluded,
        includedContexts: [{ contextKind: 'organization', values: organizations }],
        rules: rules.map(([clauses, weight]) => ({ clauses, ...(weight && { weight: weight * 1000 }) })),
    }));

const flag = (prerequisites: fc.Arbitrary<unknown[]>) =>
    fc
        .constantFrom<unknown[]>(
            [true, false],
            [false, true],
            ['red', 'green', 'blue'],
            [1, 2.5],
            [{ a: 1 }, { b: [] }],
        )
        .chain((variations) => {
            const variation = fc.nat(variations.length - 1);
            return fc
                .tuple(
                    fc.boolean(),
                    fc.option(variation),
                    served(variations.length),
                    fc.array(fc.tuple(variation, userIds), { maxLength: 2 }),
                    fc.array(
                        fc.tuple(
                            served(variations.length),
                            fc.array(fc.oneof({ weight: 4, arbitrary: clause }, segmentClause), {
                                minLength: 1,
                                maxLength: 2,
                            }),
                        ),
                        { maxLength: 3 },
                    ),
                    fc.option(fc.tuple(word, variation)),
                    prerequisites,
                )
                .map(([isOff, off, fallthrough, targets, rules, organization, needs]) => ({
                    version: 1,
                    // Disabled less often, because disabled flags test less.
                    on: !isOff || rules.length > 1,
                    salt: 's1',
                    variations,
                    ...(off !== null && { offVariation: off }),
                    fallthrough,
                    targets: targets.map(([index, values]) => ({ variation: index, values })),
                    ...(organization !== null && {
                        contextTargets: [
                            { contextKind: 'organization', variation: organization[1], values: [organization[0]] },
                            ...targets.map(([index]) => ({ contextKind: 'user', variation: index, values: [] })),
                        ],
                    }),
                    rules: rules.map(([serves, clauses], i) => ({ id: `r${i}`, clauses, ...serves })),
                    prerequisites: needs,
                }));
        });

export const launchdarklyDocuments = fc
    .tuple(
        flag(fc.constant([])),
        flag(fc.array(fc.record({ key: fc.constant('first'), variation: fc.nat(1) }), { maxLength: 1 })),
        segment,
        segment,
    )
    .map(([first, second, s1, s2]) => ({ flags: { first, second }, segments: { s1, s2 } }));

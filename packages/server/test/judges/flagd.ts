import fc from 'fast-check';
import type { ImportedJson } from '../../src/import/model/flag.ts';
import { attribute, figure, shares, word, words } from './vocabulary.ts';

const variable = (name: fc.Arbitrary<string>) => name.map((each) => ({ var: [each] }));
const of = <T>(name: string, ...operands: fc.Arbitrary<unknown>[]) =>
    fc.tuple(...operands).map((list) => ({ [name]: list }) as T);
const leaf = fc.oneof(
    of<object>('==', variable(attribute), word),
    of<object>('!=', variable(attribute), word),
    of<object>('===', variable(fc.constant('targetingKey')), fc.constantFrom('user-1', 'alice')),
    of<object>('in', variable(attribute), words),
    of<object>('in', word, variable(attribute)),
    of<object>('starts_with', variable(attribute), word),
    of<object>('ends_with', variable(attribute), word),
    fc.constantFrom('<', '<=', '>', '>=').chain((name) => of<object>(name, variable(fc.constant('age')), figure)),
    of<object>('==', variable(fc.constant('beta')), fc.boolean()),
    fc.constant({ $ref: 'shared' }),
);
const { condition } = fc.letrec<{ condition: object }>((tie) => ({
    condition: fc.oneof(
        { maxDepth: 2 },
        leaf,
        of<object>('and', tie('condition'), tie('condition')),
        of<object>('or', tie('condition'), tie('condition')),
        of<object>('!', tie('condition')),
    ),
}));
const targeting = (name: fc.Arbitrary<string | null>) => {
    const key = fc.constantFrom(
        undefined,
        { cat: [{ var: '$flagd.flagKey' }, { var: 'email' }] },
        { cat: ['seed', { var: 'targetingKey' }, 'x'] },
    );
    const fractional = fc
        .tuple(key, shares(3), fc.array(name, { minLength: 3, maxLength: 3 }))
        .map(([by, weights, names]) => ({
            fractional: [...(by ? [by] : []), ...names.map((each, i) => [each, weights[i]])],
        }));
    const result = fc.oneof(name as fc.Arbitrary<unknown>, fractional);
    return fc.oneof(
        fractional as fc.Arbitrary<unknown>,
        fc.tuple(condition, result, result).map((operands) => ({ if: operands })),
        fc.tuple(condition, result, condition, result).map((operands) => ({ if: operands })),
        fc
            .tuple(
                condition,
                fc.tuple(condition, result, result).map((operands) => ({ if: operands })),
                result,
            )
            .map((operands) => ({ if: operands })),
    );
};
const flag = fc
    .constantFrom<Record<string, ImportedJson>>(
        { on: true, off: false },
        { red: 'ff0000', green: '00ff00' },
        { one: 1, two: 2.5 },
        { a: { x: 1 }, b: { y: [] } },
    )
    .chain((variants) => {
        const name = fc.constantFrom(...Object.keys(variants));
        return fc.record({
            state: fc.constantFrom('ENABLED', 'ENABLED', 'ENABLED', 'DISABLED'),
            variants: fc.constant(variants),
            defaultVariant: name,
            targeting: targeting(fc.oneof({ weight: 5, arbitrary: name }, { weight: 1, arbitrary: fc.constant(null) })),
        });
    });
export const flagdDocuments = fc
    .tuple(
        flag,
        flag,
        leaf.filter((each) => !('$ref' in each)),
    )
    .map(([first, second, shared]) => ({
        flags: { first, second },
        $evaluators: { shared },
    }));

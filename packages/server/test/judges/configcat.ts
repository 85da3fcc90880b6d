import fc from 'fast-check';
import { attribute, figure, shares, userIds, words } from './vocabulary.ts';

const version = fc.constantFrom('1.0.0', '2.1.0-rc.1', '2.1.0', '0.9.9');
const user = fc.oneof(
    fc.record({ a: attribute, c: fc.constantFrom(0, 1, 2, 3, 30, 31, 32, 33), l: words }),
    fc.record({ a: attribute, c: fc.constantFrom(28, 29), s: fc.constantFrom('NO', 'pro', ' spaced ') }),
    fc.record({ a: fc.constant('Identifier'), c: fc.constantFrom(0, 1), l: userIds }),
    fc.record({ a: fc.constant('age'), c: fc.constantFrom(10, 11, 12, 13, 14, 15), d: figure }),
    fc.record({
        a: fc.constant('app'),
        c: fc.constantFrom(4, 5),
        l: fc.uniqueArray(version, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ a: fc.constant('app'), c: fc.constantFrom(6, 7, 8, 9), s: version }),
);
const comparison = fc.constantFrom(0, 1);
const condition = (prerequisite: boolean) =>
    fc.oneof(
        { weight: 4, arbitrary: user.map((u) => ({ u })) },
        { weight: 1, arbitrary: fc.record({ s: fc.constantFrom(0, 1), c: comparison }).map((s) => ({ s })) },
        ...(prerequisite
            ? [
                  {
                      weight: 1,
                      arbitrary: fc
                          .tuple(comparison, fc.boolean())
                          .map(([c, b]) => ({ p: { f: 'first', c, v: { b } } })),
                  },
              ]
            : []),
    );

type Value = { b: boolean } | { s: string } | { i: number } | { d: number };

const setting = (t: number, value: fc.Arbitrary<Value>, prerequisite: boolean) => {
    const options = fc.tuple(shares(2), value, value).map(([parts, one, other]) => [
        { p: parts[0]!, v: one },
        { p: parts[1]!, v: other },
    ]);
    return fc
        .tuple(
            fc.array(
                fc.tuple(
                    fc.array(condition(prerequisite), { minLength: 1, maxLength: 2 }),
                    fc.oneof(
                        value.map((v) => ({ s: { v } })),
                        options.map((p) => ({ p })),
                    ),
                ),
                { maxLength: 3 },
            ),
            fc.option(options),
            value,
            fc.constantFrom(undefined, 'email'),
        )
        .map(([rules, p, v, a]) => ({
            t,
            v,
            ...(a && { a }),
            ...(p && { p }),
            r: rules.map(([c, serves]) => ({ c, ...serves })),
        }));
};

const segment = fc.array(user, { minLength: 1, maxLength: 2 }).map((r) => ({ n: 'segment', r }));
export const configcatDocuments = fc
    .tuple(
        setting(
            0,
            fc.boolean().map((b) => ({ b })),
            false,
        ),
        fc.oneof(
            setting(
                1,
                fc.constantFrom('red', 'green').map((s) => ({ s })),
                true,
            ),
            setting(
                2,
                fc.constantFrom(1, 2).map((i) => ({ i })),
                true,
            ),
            setting(
                3,
                fc.constantFrom(1.5, 2.5).map((d) => ({ d })),
                true,
            ),
            setting(
                0,
                fc.boolean().map((b) => ({ b })),
                true,
            ),
        ),
        segment,
        segment,
    )
    .map(([first, second, ...s]) => ({
        p: { u: 'https://cdn.example.com', r: 0, s: 'salt' },
        s,
        f: { first, second },
    }));

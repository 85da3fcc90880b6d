import type { Constraint, Test } from './constraint.ts';
import type { Rule } from './strategies/rule.ts';
import type { VariantTable } from './variants.ts';

/**
 * A way in which a flag can be on: what evaluating needs of a strategy that can apply. A flag without strategies has one
 * route without tests.
 */
export interface Route {
    /** The constraints of the strategy and of its segments. */
    readonly conditions: readonly Constraint[];
    /** The strategy's own test; undefined when it has none to make. */
    readonly rule: Rule | undefined;
    /** The tests of both, in order; undefined when there are none. */
    readonly open: Test | undefined;
    readonly variants: VariantTable | undefined;
}

export function routeOf({ conditions, rule, variants }: Omit<Route, 'open'>): Route {
    const tests = conditions.map(({ holds }) => holds);
    if (rule !== undefined) tests.push(rule.passes);
    return { conditions, rule, open: allOf(tests), variants };
}

/** As few functions as possible: each that is called costs as much as a test (see docs/decisions/0102). */
function allOf(tests: readonly Test[]): Test | undefined {
    const [a, b, c] = tests;
    if (a === undefined || b === undefined) return a;
    if (c === undefined) return (context) => a(context) && b(context);
    if (tests.length === 3) return (context) => a(context) && b(context) && c(context);
    return (context) => {
        for (let i = 0; i < tests.length; i++) if (!tests[i]!(context)) return false;
        return true;
    };
}

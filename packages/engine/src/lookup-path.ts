import type { CompiledConstraint, ContextTest } from './constraint.ts';
import type { CompiledStrategy } from './strategies/rule.ts';
import type { VariantTable } from './variants.ts';

/** One way in which a flag can be on: the data of a strategy that can match. A flag without strategies has one path without tests. */
export interface LookupPath {
    /** The constraints of the strategy and of its segments. */
    readonly conditions: readonly CompiledConstraint[];
    /** The strategy's own test; undefined without one. */
    readonly rule: CompiledStrategy | undefined;
    /** All tests in order; undefined without tests. */
    readonly open: ContextTest | undefined;
    readonly variants: VariantTable | undefined;
}

export function routeOf({ conditions, rule, variants }: Omit<LookupPath, 'open'>): LookupPath {
    const tests = conditions.map(({ matches }) => matches);
    return { conditions, rule, open: allOf(rule === undefined ? tests : tests.concat(rule.passes)), variants };
}

/** As few functions as possible: each call costs as much as a test (see docs/decisions/0102). */
function allOf(tests: readonly ContextTest[]): ContextTest | undefined {
    const [a, b, c] = tests;
    if (a === undefined || b === undefined) return a;
    if (c === undefined) return (context) => a(context) && b(context);
    if (tests.length === 3) return (context) => a(context) && b(context) && c(context);
    return (context) => {
        for (let i = 0; i < tests.length; i++) if (!tests[i]!(context)) return false;
        return true;
    };
}

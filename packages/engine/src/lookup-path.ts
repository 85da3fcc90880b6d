import type { CompiledConstraint, ContextTest } from './constraint.ts';
import type { CompiledStrategy } from './strategies/rule.ts';
import type { VariantTable } from './variants.ts';

/** The data of a strategy that can turn a flag on. A flag without strategies has one path without tests. */
export interface LookupPath {
    /** The constraints of the strategy and of its segments. */
    readonly conditions: readonly CompiledConstraint[];
    /** The strategy's own test; undefined without one. */
    readonly rule: CompiledStrategy | undefined;
    /** All tests in order; undefined without tests. */
    readonly test: ContextTest | undefined;
    readonly variants: VariantTable | undefined;
}

export function toLookupPath({ conditions, rule, variants }: Omit<LookupPath, 'test'>): LookupPath {
    const tests = conditions.map(({ matches }) => matches);
    return { conditions, rule, test: allOf(rule === undefined ? tests : tests.concat(rule.passes)), variants };
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

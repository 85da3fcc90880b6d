import type { Test } from './constraint.ts';
import type { Context, Evaluation } from './definitions.ts';
import { findParent, isSatisfied } from './dependencies.ts';
import type { Flag, Parent, Route } from './flag.ts';
import type { FlagSet } from './flag-set.ts';

/**
 * Finds the place of a flag's answer in its outcomes. The set is where its parents are. Places 0 and 1, off and on, may be
 * given as booleans, so that a test can be the whole decision: every function that is called on the way counts.
 */
export type Decide = (context: Context, set: FlagSet) => number | boolean;

/** The answer of a flag for a context. */
export function answerOf({ outcomes, plan }: Flag, context: Context, set: FlagSet): Evaluation {
    return outcomes[+plan.decide(context, set)]!;
}

/** A function made for the shape of the flag: one route with a few tests is what most flags are, and needs no loops. */
export function deciderOf(parents: readonly Parent[], routes: readonly Route[]): Decide {
    const decide = firstOpen(routes.map(decideRoute));
    if (parents.length === 0) return decide;
    return (context, set) => parents.every((parent) => satisfied(parent, set, context)) && decide(context, set);
}

function firstOpen(routes: readonly Decide[]): Decide {
    const [only] = routes;
    if (only !== undefined && routes.length === 1) return only;
    return (context, set) => {
        for (let i = 0; i < routes.length; i++) {
            const decision = routes[i]!(context, set);
            if (decision !== false) return decision;
        }
        return false;
    };
}

/** What a route decides by itself; false when it is not open. */
function decideRoute({ tests, variants }: Route): Decide {
    const open = allOf(tests);
    if (variants === undefined) return open;
    const { choose } = variants;
    return tests.length === 0 ? choose : (context) => open(context) && choose(context);
}

function allOf(tests: readonly Test[]): Test {
    const [a, b, c] = tests;
    if (a === undefined) return () => true;
    if (b === undefined) return a;
    if (c === undefined) return (context) => a(context) && b(context);
    if (tests.length === 3) return (context) => a(context) && b(context) && c(context);
    return (context) => {
        for (let i = 0; i < tests.length; i++) if (!tests[i]!(context)) return false;
        return true;
    };
}

function satisfied(wanted: Parent, set: FlagSet, context: Context): boolean {
    const parent = findParent(wanted, set);
    return parent !== undefined && isSatisfied(wanted, answerOf(parent, context, set));
}

import { constraintProblem } from '@halyard/engine';
import { RE2JS } from 're2js';
import semver from 'semver';
import { type Bucketing, isIn } from './bucketing.ts';
import type { AttributeTest, ComparisonOperator, ImportCondition } from './condition.ts';
import type { ForeignState, ImportOutcome, ImportRule } from './flag.ts';

/** A context as Halyard reads it: flat, with values that are not empty. */
export type FlatContext = Readonly<Record<string, string>>;

/** The bucket of a context by a foreign hash; the engine's function is injected. */
export type BucketFunction = (bucketing: Bucketing, context: FlatContext) => number | undefined;

/**
 * Evaluates the import model directly, without normal form or strategies. The compiled strategies are compared with this result. Patterns
 * are compiled once.
 */
export class Interpreter {
    readonly #bucketOf: BucketFunction;
    readonly #patterns = new Map<string, RE2JS | undefined>();

    constructor(bucketOf: BucketFunction) {
        this.#bucketOf = bucketOf;
    }

    decide(state: ForeignState, context: FlatContext): ImportOutcome {
        const rules = state.isOn ? state.rules : [state.off];
        const known = new Map<ImportCondition, boolean>();
        for (const rule of rules) {
            if (!this.#matches(rule.when, context, known)) continue;
            const served = this.#serve(rule, context);
            if (served !== 'next') return served;
        }
        return 'off';
    }

    #serve({ serves }: ImportRule, context: FlatContext): ImportOutcome | 'next' {
        if ('outcome' in serves) return serves.outcome;
        const { bucketing, parts } = serves.split;
        const at = this.#bucketOf(bucketing, context);
        if (at === undefined) return 'next';
        return parts.find(({ ranges }) => isIn(at, ranges))?.serves ?? 'next';
    }

    /** Rules share conditions: each is evaluated once per context. */
    #matches(condition: ImportCondition, context: FlatContext, known: Map<ImportCondition, boolean>): boolean {
        const before = known.get(condition);
        if (before !== undefined) return before;
        const result = this.#evaluate(condition, context, known);
        known.set(condition, result);
        return result;
    }

    #evaluate(condition: ImportCondition, context: FlatContext, known: Map<ImportCondition, boolean>): boolean {
        switch (condition.is) {
            case 'all':
                return condition.of.every((each) => this.#matches(each, context, known));
            case 'any':
                return condition.of.some((each) => this.#matches(each, context, known));
            case 'not':
                return !this.#matches(condition.of, context, known);
            case 'segment':
                return this.#matches(condition.of, context, known);
            case 'lost':
                return false;
            case 'bucket': {
                const at = this.#bucketOf(condition.bucketing, context);
                return at !== undefined && isIn(at, condition.ranges);
            }
            case 'test':
                return passes(condition, context, (pattern) => this.#pattern(pattern));
        }
    }

    #pattern(pattern: string): RE2JS | undefined {
        if (!this.#patterns.has(pattern))
            this.#patterns.set(pattern, isUsable(pattern) ? RE2JS.compile(pattern) : undefined);
        return this.#patterns.get(pattern);
    }
}

function passes(
    { attribute, textTest }: AttributeTest,
    context: FlatContext,
    compiled: (pattern: string) => RE2JS | undefined,
): boolean {
    if (textTest.op === 'time') {
        const now = Date.parse(context['currentTime'] ?? '');
        return related(now - Date.parse(textTest.value), textTest.relation);
    }
    const value = context[attribute];
    if (value === undefined || value === '') return false;
    switch (textTest.op) {
        case 'present':
            return true;
        case 'one-of':
            return textTest.values.includes(value);
        case 'starts-with':
        case 'ends-with':
        case 'contains': {
            const cased = (text: string) => (textTest.anyCase ? text.toLowerCase() : text);
            return textTest.values.some((each) => PLACES[textTest.op](cased(value), cased(each)));
        }
        case 'matches':
            return compiled(textTest.pattern)?.test(value) ?? false;
        case 'number':
            return value.trim() !== '' && related(Number(value) - Number(textTest.value), textTest.relation);
        case 'version':
            // The library ignores characters before the first number.
            return (
                /^\d/.test(value) &&
                semver.valid(value) !== null &&
                related(semver.compare(value, textTest.value), textTest.relation)
            );
    }
}

/** Patterns that are invalid in constraints are lost; compiling them may take long. */
const isUsable = (value: string) => constraintProblem({ contextName: 'any', operator: 'REGEX', value }) === undefined;

const PLACES = {
    'starts-with': (text: string, part: string) => text.startsWith(part),
    'ends-with': (text: string, part: string) => text.endsWith(part),
    contains: (text: string, part: string) => text.includes(part),
};

function related(difference: number, relation: ComparisonOperator): boolean {
    switch (relation) {
        case '<':
            return difference < 0;
        case '<=':
            return difference <= 0;
        case '=':
            return difference === 0;
        case '>=':
            return difference >= 0;
        case '>':
            return difference > 0;
    }
}

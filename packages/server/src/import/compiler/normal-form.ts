import type { ImportSteps } from '../import-steps.ts';
import { sameBucketing } from '../model/bucketing.ts';
import type { AttributeTest, InBucket, UnsupportedTest } from '../model/condition.ts';
import { any, type ImportCondition, not, present, unsupportedTest } from '../model/condition.ts';
import { mergeLiterals, removeRedundant } from './conjunctions.ts';
import { type Effort, effortOf, effortOfCopying, TooLarge } from './effort.ts';
import type { ElementaryTests, Limits } from './elementary.ts';
import type { Conjunction } from './literal.ts';
import { complement, intersect } from './ranges.ts';
import type { Segments } from './segments.ts';

/** Alternatives of which at least one must hold, and the parts that could not be expressed. */
export interface NormalForm {
    readonly alternatives: readonly Conjunction[];
    readonly losses: readonly string[];
}

/** Far more strategies than a flag may have; larger intermediate results stop the computation. */
const MAX_ALTERNATIVES = 300;
const MAX_PRODUCT = 2_000;
const TOO_MANY = `the rule would become more than ${MAX_ALTERNATIVES} strategies`;

/**
 * Converts a condition to disjunctive normal form. A condition that cannot be expressed as a constraint counts as failed, even if it is
 * negated, so an imperfect import can exclude users but never include additional ones.
 */
export function* normalForm(condition: ImportCondition, options: NormaliserOptions): ImportSteps<NormalForm> {
    const losses = new Set<string>();
    const compiler = new Normaliser(options, losses);
    try {
        const alternatives = yield* removeRedundant(yield* compiler.alternatives(condition, false), options.effort);
        return { alternatives, losses: [...losses] };
    } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return { alternatives: [], losses: [error.message] };
    }
}

const TRUE: Conjunction = { literals: [], bucket: undefined, segments: [] };

interface NormaliserOptions {
    limits: Limits;
    tests: ElementaryTests;
    segments: Segments;
    effort: Effort;
}

class Normaliser {
    readonly #limits: Limits;
    readonly #tests: ElementaryTests;
    readonly #segments: Segments;
    readonly #effort: Effort;
    readonly #losses: Set<string>;

    constructor({ limits, tests, segments, effort }: NormaliserOptions, losses: Set<string>) {
        this.#limits = limits;
        this.#tests = tests;
        this.#segments = segments;
        this.#effort = effort;
        this.#losses = losses;
    }

    *alternatives(condition: ImportCondition, negated: boolean): ImportSteps<Conjunction[]> {
        this.#effort.spend(condition.is === 'test' ? effortOf(condition) : 1);
        switch (condition.is) {
            case 'all':
            case 'any':
                return (condition.is === 'all') === negated
                    ? yield* this.#union(condition.of, negated)
                    : yield* this.#product(condition.of, negated);
            case 'not':
                return yield* this.alternatives(condition.of, !negated);
            case 'segment':
                return yield* this.#segment(condition.name, condition.of, negated);
            case 'lost':
                return this.#lose(condition);
            case 'bucket':
                return yield* this.#bucket(condition, negated);
            case 'test':
                return yield* this.#test(condition, negated);
        }
    }

    *#union(of: readonly ImportCondition[], negated: boolean): ImportSteps<Conjunction[]> {
        const conjunctions: Conjunction[] = [];
        for (const each of of) {
            conjunctions.push(...(yield* this.alternatives(each, negated)));
            if (conjunctions.length > MAX_ALTERNATIVES) throw new TooLarge(TOO_MANY);
        }
        return conjunctions;
    }

    *#product(of: readonly ImportCondition[], negated: boolean): ImportSteps<Conjunction[]> {
        let conjunctions: Conjunction[] = [TRUE];
        for (const each of of) {
            const more = yield* this.alternatives(each, negated);
            if (conjunctions.length * more.length > MAX_PRODUCT) throw new TooLarge(TOO_MANY);
            const products: Conjunction[] = [];
            for (const one of conjunctions) {
                for (const other of more) {
                    products.push(...this.#both(one, other));
                    if (this.#effort.shouldYield()) yield;
                }
            }
            conjunctions = yield* removeRedundant(products, this.#effort);
            if (conjunctions.length > MAX_ALTERNATIVES) throw new TooLarge(TOO_MANY);
        }
        return conjunctions;
    }

    #both(a: Conjunction, b: Conjunction): Conjunction[] {
        this.#effort.spend(1 + a.literals.length + b.literals.length);
        const literals = mergeLiterals(a.literals, b.literals, this.#limits.constraintValues, this.#effort);
        if (literals === undefined) return [];
        const segments = [...new Set([...a.segments, ...b.segments])];
        if (a.bucket === undefined || b.bucket === undefined) {
            return [{ literals, bucket: a.bucket ?? b.bucket, segments }];
        }
        if (!sameBucketing(a.bucket.bucketing, b.bucket.bucketing)) {
            return this.#lose(
                unsupportedTest('it combines two percentages, and a strategy has one') as UnsupportedTest,
            );
        }
        const ranges = intersect(a.bucket.ranges, b.bucket.ranges, this.#effort);
        return ranges.length === 0 ? [] : [{ literals, bucket: { ...a.bucket, ranges }, segments }];
    }

    *#segment(name: string, of: ImportCondition, negated: boolean): ImportSteps<Conjunction[]> {
        if (negated) return yield* this.alternatives(of, true);
        const conjunctions = yield* removeRedundant(yield* this.alternatives(of, false), this.#effort);
        const [only] = conjunctions;
        // A segment is a list of constraints that must all hold: a condition with alternatives or a percentage cannot be a segment.
        if (conjunctions.length !== 1 || only === undefined || only.bucket !== undefined || only.segments.length > 0)
            return conjunctions;
        const values = only.literals.reduce(
            (sum, { test }) => sum + ('values' in test.textTest ? test.textTest.values.length : 1),
            0,
        );
        if (only.literals.length === 0 || values > this.#limits.segmentValues) return conjunctions;
        this.#effort.spend(effortOfCopying(values));
        if (!this.#segments.take(name, only.literals)) return conjunctions;
        return [{ ...TRUE, segments: [name] }];
    }

    *#bucket(condition: InBucket, negated: boolean): ImportSteps<Conjunction[]> {
        this.#effort.spend(condition.ranges.length);
        if (!negated) return condition.ranges.length === 0 ? [] : [{ ...TRUE, bucket: condition }];
        const rest: InBucket = { ...condition, ranges: complement(condition.bucketing, condition.ranges) };
        if (condition.bucketing.missing !== 'out') return yield* this.#bucket(rest, false);
        // Contexts without a bucket are outside of all ranges.
        return yield* this.alternatives(any(rest, not(present(condition.bucketing.attribute))), false);
    }

    *#test(condition: AttributeTest, negated: boolean): ImportSteps<Conjunction[]> {
        const simple = this.#tests.of(condition, this.#effort);
        if (simple.is !== 'test') return yield* this.alternatives(simple, negated);
        if (negated && simple.textTest.op === 'present') {
            return this.#lose({ is: 'lost', reason: `no constraint tests whether ${simple.attribute} is missing` });
        }
        if (negated && simple.textTest.op === 'matches') {
            return this.#lose({ is: 'lost', reason: 'a pattern cannot be negated' });
        }
        return [{ ...TRUE, literals: [{ test: simple, negated }] }];
    }

    #lose({ reason }: UnsupportedTest): Conjunction[] {
        this.#losses.add(reason);
        return [];
    }
}

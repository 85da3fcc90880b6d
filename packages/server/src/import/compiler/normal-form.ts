import { sameBucketing } from '../model/bucketing.ts';
import type { InBucket, Lost, Test } from '../model/condition.ts';
import { any, type Condition, lost, not, present } from '../model/condition.ts';
import { elementary, type Limits } from './elementary.ts';
import type { Conjunction, Literal } from './literal.ts';
import { complement, intersect } from './ranges.ts';
import type { Segments } from './segments.ts';

/** Alternatives of which one must hold, and what could not be said. */
export interface NormalForm {
    readonly alternatives: readonly Conjunction[];
    readonly losses: readonly string[];
}

/** Far more than a flag may have strategies; what is larger on the way is not computed to its end. */
const MAX_ALTERNATIVES = 300;
const MAX_PRODUCT = 2_000;

class TooLarge extends Error {}

/**
 * A condition as alternatives of conjunctions. What has no constraint counts as failed, in whichever direction it was asked: so
 * what is lost can leave people out, and lets nobody in.
 */
export function normalForm(condition: Condition, limits: Limits, segments: Segments): NormalForm {
    const losses = new Set<string>();
    const compiler = new Normaliser(limits, segments, losses);
    try {
        const alternatives = absorbed(compiler.alternatives(condition, false));
        return { alternatives, losses: [...losses] };
    } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return { alternatives: [], losses: [`as strategies the rule would be more than ${MAX_ALTERNATIVES}`] };
    }
}

const TRUE: Conjunction = { literals: [], bucket: undefined, segments: [] };

class Normaliser {
    readonly #limits: Limits;
    readonly #segments: Segments;
    readonly #losses: Set<string>;

    constructor(limits: Limits, segments: Segments, losses: Set<string>) {
        this.#limits = limits;
        this.#segments = segments;
        this.#losses = losses;
    }

    alternatives(condition: Condition, negated: boolean): Conjunction[] {
        switch (condition.is) {
            case 'all':
            case 'any':
                return (condition.is === 'all') === negated
                    ? this.#union(condition.of, negated)
                    : this.#product(condition.of, negated);
            case 'not':
                return this.alternatives(condition.of, !negated);
            case 'segment':
                return this.#segment(condition.name, condition.of, negated);
            case 'lost':
                return this.#lose(condition);
            case 'bucket':
                return this.#bucket(condition, negated);
            case 'test':
                return this.#test(condition, negated);
        }
    }

    #union(of: readonly Condition[], negated: boolean): Conjunction[] {
        const found: Conjunction[] = [];
        for (const each of of) {
            found.push(...this.alternatives(each, negated));
            if (found.length > MAX_ALTERNATIVES) throw new TooLarge();
        }
        return found;
    }

    #product(of: readonly Condition[], negated: boolean): Conjunction[] {
        let found: Conjunction[] = [TRUE];
        for (const each of of) {
            const more = this.alternatives(each, negated);
            if (found.length * more.length > MAX_PRODUCT) throw new TooLarge();
            found = absorbed(found.flatMap((one) => more.flatMap((other) => this.#both(one, other))));
            if (found.length > MAX_ALTERNATIVES) throw new TooLarge();
        }
        return found;
    }

    #both(a: Conjunction, b: Conjunction): Conjunction[] {
        const literals = merged([...a.literals, ...b.literals], this.#limits.constraintValues);
        if (literals === undefined) return [];
        const segments = [...new Set([...a.segments, ...b.segments])];
        if (a.bucket === undefined || b.bucket === undefined) {
            return [{ literals, bucket: a.bucket ?? b.bucket, segments }];
        }
        if (!sameBucketing(a.bucket.bucketing, b.bucket.bucketing)) {
            return this.#lose(lost('two different percentages must hold at once, and a strategy has one') as Lost);
        }
        const ranges = intersect(a.bucket.ranges, b.bucket.ranges);
        return ranges.length === 0 ? [] : [{ literals, bucket: { ...a.bucket, ranges }, segments }];
    }

    #segment(name: string, of: Condition, negated: boolean): Conjunction[] {
        if (negated) return this.alternatives(of, true);
        const found = absorbed(this.alternatives(of, false));
        const [only] = found;
        // A segment is a list of constraints that all hold: what has alternatives or a percentage is none.
        if (found.length !== 1 || only === undefined || only.bucket !== undefined || only.segments.length > 0)
            return found;
        const values = only.literals.reduce(
            (sum, { test }) => sum + ('values' in test.asks ? test.asks.values.length : 1),
            0,
        );
        if (only.literals.length === 0 || values > this.#limits.segmentValues) return found;
        if (!this.#segments.take(name, only.literals)) return found;
        return [{ ...TRUE, segments: [name] }];
    }

    #bucket(condition: InBucket, negated: boolean): Conjunction[] {
        if (!negated) return condition.ranges.length === 0 ? [] : [{ ...TRUE, bucket: condition }];
        const rest: InBucket = { ...condition, ranges: complement(condition.bucketing, condition.ranges) };
        if (condition.bucketing.missing !== 'out') return this.#bucket(rest, false);
        // Whoever has no place is outside of the ranges, and of the others, too.
        return this.alternatives(any(rest, not(present(condition.bucketing.attribute))), false);
    }

    #test(condition: Test, negated: boolean): Conjunction[] {
        const simple = elementary(condition, this.#limits);
        if (simple.is !== 'test') return this.alternatives(simple, negated);
        if (negated && simple.asks.op === 'present') {
            return this.#lose({ is: 'lost', reason: `no constraint asks whether ${simple.attribute} is missing` });
        }
        if (negated && simple.asks.op === 'matches') {
            return this.#lose({ is: 'lost', reason: 'a pattern cannot be negated' });
        }
        return [{ ...TRUE, literals: [{ test: simple, negated }] }];
    }

    #lose({ reason }: Lost): Conjunction[] {
        this.#losses.add(reason);
        return [];
    }
}

/** Literals without those that follow from others; undefined when they contradict each other. */
function merged(literals: readonly Literal[], maxValues: number): Literal[] | undefined {
    const unique = new Map<string, Literal>();
    for (const literal of literals) {
        const key = keyOf(literal.test);
        const twin = unique.get(key);
        if (twin !== undefined && twin.negated !== literal.negated) return undefined;
        unique.set(key, literal);
    }
    const rest = mergedLists([...unique.values()], maxValues);
    const known = new Set(
        rest?.flatMap(({ test, negated }) =>
            negated || test.asks.op === 'present' || test.asks.op === 'time' ? [] : test.attribute,
        ),
    );
    return rest?.filter(({ test }) => test.asks.op !== 'present' || !known.has(test.attribute));
}

/** What a context must be one of, and must not be one of, comes to one list for each attribute. */
function mergedLists(literals: readonly Literal[], maxValues: number): Literal[] | undefined {
    const kept: Literal[] = [];
    for (const literal of literals) {
        const { test, negated } = literal;
        if (test.asks.op !== 'one-of') {
            kept.push(literal);
            continue;
        }
        const at = kept.findIndex(
            ({ test: other }) => other.asks.op === 'one-of' && other.attribute === test.attribute,
        );
        const before = kept[at];
        if (before === undefined || before.test.asks.op !== 'one-of') {
            kept.push(literal);
            continue;
        }
        const combined = combine(before.test.asks.values, before.negated, test.asks.values, negated);
        if (combined.negated && combined.values.length > maxValues) {
            kept.push(literal);
            continue;
        }
        if (!combined.negated && combined.values.length === 0) return undefined;
        const caveat = before.test.caveat ?? test.caveat;
        kept[at] = {
            test: {
                is: 'test',
                attribute: test.attribute,
                asks: { op: 'one-of', values: combined.values },
                ...(caveat !== undefined && { caveat }),
            },
            negated: combined.negated,
        };
    }
    return kept;
}

function combine(a: readonly string[], notA: boolean, b: readonly string[], notB: boolean) {
    if (notA && notB) return { values: [...new Set([...a, ...b])], negated: true };
    const [wanted, other, excluded] = notA ? [b, a, true] : [a, b, notB];
    const others = new Set(other);
    return { values: wanted.filter((value) => others.has(value) !== excluded), negated: false };
}

const keyOf = ({ attribute, asks }: Test) => JSON.stringify([asks.op === 'time' ? '' : attribute, asks]);
const literalKey = ({ test, negated }: Literal) => `${negated}${keyOf(test)}`;

/** Without alternatives that ask for more than another does. */
function absorbed(alternatives: readonly Conjunction[]): Conjunction[] {
    const keys = alternatives.map(
        ({ literals, bucket, segments }) =>
            new Set([
                ...literals.map(literalKey),
                ...segments.map((name) => `segment ${name}`),
                ...(bucket ? [`bucket ${JSON.stringify(bucket)}`] : []),
            ]),
    );
    return alternatives.filter((_, i) =>
        keys.every((other, j) => {
            if (i === j || other.size > keys[i]!.size || ![...other].every((key) => keys[i]!.has(key))) return true;
            return other.size === keys[i]!.size && i < j;
        }),
    );
}

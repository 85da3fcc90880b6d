import { contextFrom } from './context.ts';
import { ContextResults } from './context-results.ts';
import { decide } from './decide.ts';
import type { Context, Evaluation } from './definitions.ts';
import type { SegmentTests } from './flag.ts';
import type { FlagSet } from './flag-set.ts';
import { OFF, unknownFlag } from './outcomes.ts';
import { type Code, encodeFlag, type FlagCode, joinCode, run } from './program.ts';
import { type FieldSplit, type Split, splitInSteps } from './splits.ts';
import { excerptInSteps, segmentsIn } from './touched.ts';
import { compileFlagsInSteps, type DefinitionChanges, updateFlagsInSteps } from './update.ts';

export interface EffectQuery {
    /** The current definitions. */
    readonly before: FlagSet;
    readonly changes: DefinitionChanges;
    /** The flags to compare; those that can differ are `touchedBy(before, changes)`. */
    readonly names: readonly string[];
    readonly contexts: readonly Context[];
    /** Fields whose values split the counts, besides `appName`. */
    readonly splitBy?: readonly string[];
    /** Values with fewer contexts are counted together; default 1. */
    readonly smallestCell?: number;
    /** The user of each context: the smallest cell then counts users. */
    readonly identities?: readonly string[];
    /** Milliseconds since 1970, for contexts without `currentTime`: the same for both sides. */
    readonly now: number;
}

/** The differences in the results of one flag. */
export interface FlagEffect {
    readonly name: string;
    /** The number of contexts for which it is on. */
    readonly onBefore: number;
    readonly onAfter: number;
    /** The number of contexts whose result differs: the sum of the next three. */
    readonly changed: number;
    readonly offToOn: number;
    readonly onToOff: number;
    /** On both sides, with another variant or payload. */
    readonly variantChanged: number;
    readonly byApp: readonly Split[];
    readonly byField: Readonly<Record<string, readonly Split[]>>;
    readonly examples: readonly EffectExample[];
}

export interface EffectExample {
    readonly context: Context;
    readonly before: Evaluation;
    readonly after: Evaluation;
}

/** Examples for each of the three kinds of difference. */
const EXAMPLES = 2;

const SAME = 0;
const OFF_TO_ON = 1;
const ON_TO_OFF = 2;
const VARIANT_CHANGED = 3;
const TRANSITIONS = 4;

/** Counts the contexts for which some flags would have other results if some definitions were different. */
export function effectOf(query: EffectQuery): FlagEffect[] {
    const steps = effectOfInSteps(query);
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}

/** The same in steps, few of which take longer than one context. */
export function* effectOfInSteps(query: EffectQuery): Generator<void, FlagEffect[]> {
    const { contexts, changes, names, now } = query;
    // Both sides draw the same number for the same context, otherwise randomness would look like a change. Everything compiled for this
    // query stays out of the original set.
    let randomNumber = 0;
    const runtime = { now: () => now, random: () => randomNumber };
    const excerpt = yield* excerptInSteps(query.before, names, changes.features ?? []);
    yield;
    const before = yield* compileFlagsInSteps(excerpt, runtime);
    const after = yield* updateFlagsInSteps(before, changes);

    const sideBefore = new EvaluatedSide(before, names);
    yield;
    const sideAfter = new EvaluatedSide(after, names);
    yield;
    const counter = new EffectCounter(sideBefore.outcomes, sideAfter.outcomes);
    yield;
    const splits: FieldSplit[] = [];
    for (const field of new Set(['appName', ...(query.splitBy ?? [])])) {
        splits.push(yield* splitInSteps(contexts, field, { flags: names.length, ...query }));
    }
    const isUnaffected = unaffectedContextTest(before, after, changes);
    for (let i = 0; i < contexts.length; i++) {
        randomNumber = spread(i);
        const context = contextFrom(contexts[i]);
        const results = new ContextResults(before.propertyIndex, context);
        sideBefore.decide(context, results);
        if (isUnaffected(results)) counter.count(i, sideBefore.outcomeIndexes, sideBefore.outcomeIndexes, splits);
        else {
            const resultsAfter =
                after.propertyIndex === before.propertyIndex
                    ? results
                    : new ContextResults(after.propertyIndex, context);
            sideAfter.decide(context, resultsAfter);
            counter.count(i, sideBefore.outcomeIndexes, sideAfter.outcomeIndexes, splits);
        }
        yield;
    }
    const effects: FlagEffect[] = [];
    for (const [flag, name] of names.entries()) {
        const { appName: byApp = [], ...byField } = Object.fromEntries(
            splits.map((split) => [split.field, split.of(flag)]),
        );
        effects.push({ name, ...counter.of(flag, contexts), byApp, byField });
        yield;
    }
    return effects;
}

/**
 * Returns a function that detects unaffected contexts without evaluation: where only segments change, those that are in the same segments
 * as before.
 */
function unaffectedContextTest(
    before: FlagSet,
    after: FlagSet,
    changes: DefinitionChanges,
): (results: ContextResults) => boolean {
    const onlySegments = (changes.features ?? []).length === 0 && (changes.removedFeatures ?? []).length === 0;
    if (!onlySegments || before.propertyIndex !== after.propertyIndex) return () => false;
    const segments = segmentsIn(changes).map((id) => [before.segments.get(id), after.segments.get(id)] as const);
    return (results) => segments.every(([one, other]) => contains(one, results) === contains(other, results));
}

function contains(segment: SegmentTests | undefined, results: ContextResults): boolean {
    return segment?.constraints?.every(({ index }) => results.isTrue(index)) ?? false;
}

/** Numbers from 0 to 1 of which any consecutive few are far apart: fractions of multiples of the golden ratio. */
const spread = (i: number): number => (i * 0.6180339887498949) % 1;

const MISSING_FLAG_CODE: FlagCode = encodeFlag(OFF, false, []);

/** Some flags of a set, evaluated together. */
class EvaluatedSide {
    readonly outcomes: readonly (readonly Evaluation[])[];
    /** By flag: the index of the last result in its outcomes. */
    readonly outcomeIndexes: Int32Array;
    readonly #program: Code;
    readonly #evaluateFlag: (flag: number, context: Context) => number;

    constructor(set: FlagSet, names: readonly string[]) {
        const flags = names.map((name) => set.find(name));
        this.outcomes = flags.map((flag, i) => flag?.outcomes ?? [unknownFlag(names[i]!)]);
        this.outcomeIndexes = new Int32Array(names.length);
        this.#program = joinCode(flags.map((flag) => flag?.plan.code ?? MISSING_FLAG_CODE));
        this.#evaluateFlag = (flag, context) => decide(flags[flag]!, context, set);
    }

    decide(context: Context, results: ContextResults): void {
        run(this.#program, results, this.outcomeIndexes, (flag) => this.#evaluateFlag(flag, context));
    }
}

/** An example: the context, and the pair of outcomes. */
interface ExampleIndex {
    readonly transition: number;
    readonly context: number;
    readonly pair: number;
}

/** Counts transitions of flags. Plain numbers, because every flag is counted for every context. */
class EffectCounter {
    /** For each flag its outcomes on both sides. */
    readonly #before: readonly (readonly Evaluation[])[];
    readonly #after: readonly (readonly Evaluation[])[];
    /** For each flag the index of its first pair of outcomes; pairs are numbered in rows of the outcomes before. */
    readonly #first: Int32Array;
    readonly #width: Int32Array;
    /** For each pair of outcomes the kind of difference, and how often it occurred. */
    readonly #transitions: Uint8Array;
    readonly #counts: Int32Array;
    readonly #examples: ExampleIndex[][];

    constructor(before: readonly (readonly Evaluation[])[], after: readonly (readonly Evaluation[])[]) {
        this.#before = before;
        this.#after = after;
        this.#width = Int32Array.from(after, ({ length }) => length);
        this.#first = new Int32Array(before.length + 1);
        for (let i = 0; i < before.length; i++)
            this.#first[i + 1] = this.#first[i]! + before[i]!.length * after[i]!.length;
        this.#transitions = Uint8Array.from(
            before.flatMap((outcomes, i) =>
                outcomes.flatMap((one) => after[i]!.map((other) => transitionOf(one, other))),
            ),
        );
        this.#counts = new Int32Array(this.#transitions.length);
        this.#examples = before.map(() => []);
    }

    /** Counts the outcomes of all flags for a context. */
    count(context: number, before: Int32Array, after: Int32Array, splits: readonly FieldSplit[]): void {
        const counts = this.#counts;
        const transitions = this.#transitions;
        const first = this.#first;
        const width = this.#width;
        for (let flag = 0; flag < before.length; flag++) {
            const pair = first[flag]! + before[flag]! * width[flag]! + after[flag]!;
            const times = ++counts[pair]!;
            const transition = transitions[pair]!;
            if (transition === SAME) continue;
            for (const split of splits) split.count(flag, context);
            // After a pair occurred this often, all its examples are stored.
            if (times <= EXAMPLES) this.#addExample(flag, { transition, context, pair });
        }
    }

    #addExample(flag: number, example: ExampleIndex): void {
        const examples = this.#examples[flag]!;
        if (examples.filter(({ transition }) => transition === example.transition).length < EXAMPLES)
            examples.push(example);
    }

    of(flag: number, contexts: readonly Context[]): Omit<FlagEffect, 'name' | 'byApp' | 'byField'> {
        const totals = new Array<number>(TRANSITIONS).fill(0);
        let onBefore = 0;
        let onAfter = 0;
        for (let pair = this.#first[flag]!; pair < this.#first[flag + 1]!; pair++) {
            const times = this.#counts[pair]!;
            totals[this.#transitions[pair]!]! += times;
            const { before, after } = this.#pair(flag, pair);
            if (before.enabled) onBefore += times;
            if (after.enabled) onAfter += times;
        }
        const [offToOn, onToOff, variantChanged] = [totals[OFF_TO_ON]!, totals[ON_TO_OFF]!, totals[VARIANT_CHANGED]!];
        const examples = this.#examples[flag]!.sort((a, b) => a.transition - b.transition).map(({ context, pair }) => ({
            context: contexts[context]!,
            ...this.#pair(flag, pair),
        }));
        const changed = offToOn + onToOff + variantChanged;
        return { onBefore, onAfter, changed, offToOn, onToOff, variantChanged, examples };
    }

    #pair(flag: number, pair: number): { before: Evaluation; after: Evaluation } {
        const offset = pair - this.#first[flag]!;
        const after = offset % this.#width[flag]!;
        return {
            before: this.#before[flag]![(offset - after) / this.#width[flag]!]!,
            after: this.#after[flag]![after]!,
        };
    }
}

function transitionOf(before: Evaluation, after: Evaluation): number {
    if (before.enabled !== after.enabled) return after.enabled ? OFF_TO_ON : ON_TO_OFF;
    const { variant: one } = before;
    const { variant: other } = after;
    const same =
        one.name === other.name &&
        one.enabled === other.enabled &&
        one.payload?.type === other.payload?.type &&
        one.payload?.value === other.payload?.value;
    return same ? SAME : VARIANT_CHANGED;
}

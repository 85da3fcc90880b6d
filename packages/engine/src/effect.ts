import { Answers } from './answers.ts';
import { contextFrom } from './context.ts';
import { decide } from './decide.ts';
import type { Context, Evaluation } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';
import { OFF, unknownFlag } from './outcomes.ts';
import { type Code, encodeFlag, joinCode, run } from './program.ts';
import { type Split, Splits } from './splits.ts';
import { excerptOf } from './touched.ts';
import { type Changes, compileFlagsInSteps, updateFlagsInSteps } from './update.ts';

export interface EffectQuestion {
    /** Everything as it is. */
    readonly before: FlagSet;
    /** What would be different. */
    readonly changes: Changes;
    /** The flags to compare; those that can differ are `touchedBy(before, changes)`. */
    readonly names: readonly string[];
    readonly contexts: readonly Context[];
    /** Fields by whose values the contexts are counted separately, besides `appName`. */
    readonly splitBy?: readonly string[];
    /** Values that fewer contexts have are counted together; 1 unless told. */
    readonly smallestCell?: number;
    /** Whose each context is: then the smallest cell is one of so many people. */
    readonly identities?: readonly string[];
    /** Milliseconds since 1970, for contexts without `currentTime`: the same for both sides. */
    readonly now: number;
}

/** How the answers of one flag differ. */
export interface FlagEffect {
    readonly name: string;
    /** For how many contexts it is on. */
    readonly onBefore: number;
    readonly onAfter: number;
    /** For how many contexts the answer differs: the sum of the next three. */
    readonly changed: number;
    readonly offToOn: number;
    readonly onToOff: number;
    /** On both times, with another variant or another payload. */
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

/** Examples of each of the three ways to differ. */
const EXAMPLES = 2;

const SAME = 0;
const OFF_TO_ON = 1;
const ON_TO_OFF = 2;
const VARIANT_CHANGED = 3;
const WAYS = 4;

/** For which of the contexts some flags would answer otherwise if some definitions were different. */
export function effectOf(question: EffectQuestion): FlagEffect[] {
    const steps = effectOfInSteps(question);
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}

/** The same, one context at a time. */
export function* effectOfInSteps(question: EffectQuestion): Generator<void, FlagEffect[]> {
    const { contexts, changes, names, now } = question;
    // Both sides draw the same number for the same context, or chance would look like a change. And whatever is compiled for
    // a question stays out of the set that is asked about.
    let drawn = 0;
    const runtime = { now: () => now, random: () => drawn };
    const needed = excerptOf(question.before, names, changes.features ?? []);
    const before = yield* compileFlagsInSteps(needed, runtime);
    const after = yield* updateFlagsInSteps(before, changes);

    const splits = new Splits(contexts, ['appName', ...(question.splitBy ?? [])], {
        flags: names.length,
        smallestCell: question.smallestCell ?? 1,
        identities: question.identities,
    });
    const then = new Side(before, names);
    const later = new Side(after, names);
    const tallies = names.map((name, i) => new Tally(name, then.outcomes[i]!, later.outcomes[i]!));
    for (let i = 0; i < contexts.length; i++) {
        drawn = spread(i);
        const context = contextFrom(contexts[i]);
        const answers = new Answers(before.catalogue, context);
        then.decide(context, answers);
        later.decide(context, after.catalogue === before.catalogue ? answers : new Answers(after.catalogue, context));
        for (let flag = 0; flag < tallies.length; flag++) {
            if (tallies[flag]!.count(i, then.decided[flag]!, later.decided[flag]!)) splits.count(flag, i);
        }
        yield;
    }
    const effects: FlagEffect[] = [];
    for (const [flag, tally] of tallies.entries()) {
        effects.push(tally.effect(contexts, splits.of(flag)));
        yield;
    }
    return effects;
}

/** Numbers from 0 to 1 of which any few that follow each other are far apart: fractions of multiples of the golden ratio. */
const spread = (i: number): number => (i * 0.6180339887498949) % 1;

const NOT_THERE: Code = encodeFlag(OFF, false, []);

/** Some flags of a set, decided together. */
class Side {
    readonly outcomes: readonly (readonly Evaluation[])[];
    /** By flag: the place of the last answer among its outcomes. */
    readonly decided: Int32Array;
    readonly #program: Code;
    readonly #decideAlone: (flag: number, context: Context) => number;

    constructor(set: FlagSet, names: readonly string[]) {
        const flags = names.map((name) => set.find(name));
        this.outcomes = flags.map((flag, i) => flag?.outcomes ?? [unknownFlag(names[i]!)]);
        this.decided = new Int32Array(names.length);
        this.#program = joinCode(flags.map((flag) => flag?.plan.code ?? NOT_THERE));
        this.#decideAlone = (flag, context) => decide(flags[flag]!, context, set);
    }

    decide(context: Context, answers: Answers): void {
        run(this.#program, answers, this.decided, (flag) => this.#decideAlone(flag, context));
    }
}

/** What is counted of one flag. */
class Tally {
    readonly #name: string;
    readonly #before: readonly Evaluation[];
    readonly #after: readonly Evaluation[];
    /** For each pair of outcomes the way in which they differ. */
    readonly #ways: Uint8Array;
    /** How often each pair was met. */
    readonly #met: Int32Array;
    readonly #examples: { way: number; context: number; pair: number }[] = [];

    constructor(name: string, before: readonly Evaluation[], after: readonly Evaluation[]) {
        this.#name = name;
        this.#before = before;
        this.#after = after;
        this.#ways = Uint8Array.from(before.flatMap((one) => after.map((other) => wayOf(one, other))));
        this.#met = new Int32Array(this.#ways.length);
    }

    /** Returns whether the answers differ. */
    count(context: number, before: number, after: number): boolean {
        const pair = before * this.#after.length + after;
        this.#met[pair]!++;
        const way = this.#ways[pair]!;
        if (way === SAME) return false;
        // Once a pair has been met that often, all it could be an example of are found.
        if (this.#met[pair]! <= EXAMPLES && this.#examples.filter((example) => example.way === way).length < EXAMPLES) {
            this.#examples.push({ way, context, pair });
        }
        return true;
    }

    effect(contexts: readonly Context[], splits: Readonly<Record<string, readonly Split[]>>): FlagEffect {
        const ways = new Array<number>(WAYS).fill(0);
        let onBefore = 0;
        let onAfter = 0;
        for (const [pair, met] of this.#met.entries()) {
            ways[this.#ways[pair]!]! += met;
            const { before, after } = this.#pair(pair);
            if (before.enabled) onBefore += met;
            if (after.enabled) onAfter += met;
        }
        const [offToOn, onToOff, variantChanged] = [ways[OFF_TO_ON]!, ways[ON_TO_OFF]!, ways[VARIANT_CHANGED]!];
        const { appName: byApp = [], ...byField } = splits;
        return {
            name: this.#name,
            onBefore,
            onAfter,
            changed: offToOn + onToOff + variantChanged,
            offToOn,
            onToOff,
            variantChanged,
            byApp,
            byField,
            examples: this.#examples
                .sort((a, b) => a.way - b.way)
                .map(({ context, pair }) => ({ context: contexts[context]!, ...this.#pair(pair) })),
        };
    }

    #pair(pair: number): { before: Evaluation; after: Evaluation } {
        const after = pair % this.#after.length;
        return { before: this.#before[(pair - after) / this.#after.length]!, after: this.#after[after]! };
    }
}

function wayOf(before: Evaluation, after: Evaluation): number {
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

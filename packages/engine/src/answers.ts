import { type Catalogue, type Question, UNTESTED } from './catalogue.ts';
import { type Constraint, test } from './constraint.ts';
import type { Context } from './definitions.ts';

const UNASKED = Symbol('unasked');

/** What one context answers, remembered: over many flags the same questions and constraints come again and again. */
export class Answers {
    readonly #context: Context;
    readonly #values: unknown[];
    readonly #verdicts: Uint8Array;

    constructor(catalogue: Catalogue, context: Context) {
        this.#context = context;
        this.#values = new Array(catalogue.questionCount).fill(UNASKED);
        this.#verdicts = catalogue.memo((question) => this.ask(question));
    }

    ask<Value>(question: Question<Value>): Value | undefined {
        const known = this.#values[question.index];
        // Only this question's own answer is ever stored under its index.
        if (known !== UNASKED) return known as Value | undefined;
        const value = question.read(this.#context);
        this.#values[question.index] = value;
        return value;
    }

    holds(constraint: Constraint): boolean {
        const verdict = this.#verdicts[constraint.index];
        if (verdict !== UNTESTED) return verdict === 1;
        const result = test(constraint, this.ask(constraint.question));
        this.#verdicts[constraint.index] = result ? 1 : 0;
        return result;
    }
}

import type { DocumentBudget } from '../document-budget.ts';
import type { AttributeTest } from '../model/condition.ts';

/** Thrown if a computation would take too many steps; the message names the computation. */
export class TooLarge extends Error {}

/** The limit for compiling one state of a flag to strategies. The maximum number of rules and constraints of a flag stays well below. */
const MAX_COMPILE_EFFORT = 200_000;

export const TOO_LONG = 'converting its rules to strategies takes too long';

/** The steps for compiling one state of a flag, counted in visited literals. They are also part of the budget of the document. */
export class Effort {
    readonly #budget: DocumentBudget;
    #spent = 0;

    constructor(budget: DocumentBudget) {
        this.#budget = budget;
    }

    get isExhausted(): boolean {
        return this.#spent > MAX_COMPILE_EFFORT;
    }

    /** Returns whether the limit of the state was sufficient. */
    trySpend(amount: number): boolean {
        if (this.isExhausted) return false;
        this.#spent += amount;
        this.#budget.spend(amount);
        return !this.isExhausted;
    }

    spend(amount: number): void {
        if (!this.trySpend(amount)) throw new TooLarge(TOO_LONG);
    }

    shouldYield(): boolean {
        return this.#budget.shouldYield();
    }
}

/** The number of values of a list that are read in one step. */
const VALUES_PER_STEP = 32;
/** The number of values of a list that are copied or compared with another list in one step. */
const COPIED_PER_STEP = 8;

/** Comparing lists reads all of their values. */
export const effortOf = ({ textTest }: AttributeTest) =>
    1 + ('values' in textTest ? textTest.values.length / VALUES_PER_STEP : 0);

export const effortOfCopying = (values: number) => values / COPIED_PER_STEP;

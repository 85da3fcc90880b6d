import type { AttributeTest } from '../model/condition.ts';
import type { Literal } from './literal.ts';

/** Thrown if a computation would take too many steps; the message names the computation. */
export class TooLarge extends Error {}

/**
 * The limit for compiling one state of a flag to strategies, counted in visited literals. The maximum number of rules and constraints of a
 * flag stays well below.
 */
const MAX_COMPILE_EFFORT = 200_000;

export const TOO_LONG = 'converting its rules to strategies takes too long';

/** A budget of steps: the same document costs the same on every machine. */
export class Effort {
    readonly limit: number;
    #spent = 0;

    constructor(limit = MAX_COMPILE_EFFORT) {
        this.limit = limit;
    }

    get spent(): number {
        return this.#spent;
    }

    /** Whether the budget was large enough. */
    trySpend(amount: number): boolean {
        this.#spent += amount;
        return this.#spent <= this.limit;
    }

    spend(amount: number): void {
        if (!this.trySpend(amount)) throw new TooLarge(TOO_LONG);
    }
}

/** Comparing lists reads all of their values. */
export const effortOf = ({ textTest }: AttributeTest) => 1 + ('values' in textTest ? textTest.values.length / 32 : 0);

export const effortOfAll = (literals: readonly Literal[]) =>
    literals.reduce((sum, { test }) => sum + effortOf(test), 0);

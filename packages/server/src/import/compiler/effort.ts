import type { AttributeTest } from '../model/condition.ts';
import type { Literal } from './literal.ts';

/** The computation would take more steps than it is worth; the message says which one. */
export class TooLarge extends Error {}

/**
 * The limit for compiling one state of a flag into strategies, counted in literals that are visited. As many rules and
 * constraints as a flag may have here stay well below.
 */
const MAX_COMPILE_EFFORT = 200_000;

export const TOO_LONG = 'to bring its rules into the form of strategies takes too long';

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

/** Lists are read whole whenever they are compared. */
export const effortOf = ({ asks }: AttributeTest) => 1 + ('values' in asks ? asks.values.length / 32 : 0);

export const effortOfAll = (literals: readonly Literal[]) =>
    literals.reduce((sum, { test }) => sum + effortOf(test), 0);

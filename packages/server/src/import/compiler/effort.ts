import type { Test } from '../model/condition.ts';
import type { Literal } from './literal.ts';

/** What it would take to go on is more than it is worth; says why. */
export class TooLarge extends Error {}

/**
 * What one state of a flag may take to be brought into the form of strategies, however its rules are nested, repeated and
 * multiplied: in literals that are looked at. As many rules and constraints as a flag may have here stay well below.
 */
const MAX_EFFORT = 200_000;

export class Effort {
    #left = MAX_EFFORT;

    spend(amount: number): void {
        this.#left -= amount;
        if (this.#left < 0) throw new TooLarge('to bring its rules into the form of strategies takes too long');
    }
}

/** Lists are read whole whenever they are compared. */
export const effortOf = ({ asks }: Test) => 1 + ('values' in asks ? asks.values.length / 32 : 0);

export const effortOfAll = (literals: readonly Literal[]) =>
    literals.reduce((sum, { test }) => sum + effortOf(test), 0);

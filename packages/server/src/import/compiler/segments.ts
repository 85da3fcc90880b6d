import type { ConstraintDefinition } from '@halyard/engine';
import { constraintOf } from './constraints.ts';
import type { Literal } from './literal.ts';

const MAX_NAME = 100;

/**
 * The segments that strategies name. Names are unique here, whatever they were at the source, where each environment may have one
 * of the same name: only the first of a name becomes a segment, and one that is here already only if it says the same.
 */
export class Segments {
    readonly #taken: ReadonlyMap<string, string>;
    readonly #made = new Map<string, readonly ConstraintDefinition[]>();

    constructor(existing: Iterable<readonly [name: string, constraints: readonly ConstraintDefinition[]]> = []) {
        this.#taken = new Map([...existing].map(([name, constraints]) => [name, textOf(constraints)]));
    }

    /** Whether a segment of this name can replace these tests. */
    take(name: string, literals: readonly Literal[]): boolean {
        if (name === '' || name.length > MAX_NAME || name.trim() !== name) return false;
        const constraints = literals.map(constraintOf);
        const known = this.#made.get(name);
        const said = known === undefined ? this.#taken.get(name) : textOf(known);
        if (said !== undefined && said !== textOf(constraints)) return false;
        this.#made.set(name, constraints);
        return true;
    }

    get all(): ReadonlyMap<string, readonly ConstraintDefinition[]> {
        return this.#made;
    }
}

/** The same text for constraints that decide the same: without members that say the default. */
function textOf(constraints: readonly ConstraintDefinition[]): string {
    return JSON.stringify(
        constraints.map(
            ({ contextName, operator, values = [], value = '', inverted = false, caseInsensitive = false }) => [
                contextName,
                operator,
                [...values],
                value,
                inverted,
                caseInsensitive,
            ],
        ),
    );
}

import type { ConstraintDefinition } from '@halyard/engine';
import { constraintOf } from './constraints.ts';
import type { Literal } from './literal.ts';

const MAX_NAME = 100;

/**
 * Collects the segments that strategies refer to. Segment names are unique here, but in the source each environment may have one of the
 * same name: only the first of a name becomes a segment, and an existing one is reused only if its constraints are the same.
 */
export class Segments {
    readonly #usedNames: ReadonlyMap<string, string>;
    readonly #created = new Map<string, readonly ConstraintDefinition[]>();

    constructor(existing: Iterable<readonly [name: string, constraints: readonly ConstraintDefinition[]]> = []) {
        this.#usedNames = new Map([...existing].map(([name, constraints]) => [name, textOf(constraints)]));
    }

    /** Returns whether a segment of this name can replace these tests. */
    take(name: string, literals: readonly Literal[]): boolean {
        if (name === '' || name.length > MAX_NAME || name.trim() !== name) return false;
        const constraints = literals.map(constraintOf);
        const known = this.#created.get(name);
        const text = known === undefined ? this.#usedNames.get(name) : textOf(known);
        if (text !== undefined && text !== textOf(constraints)) return false;
        this.#created.set(name, constraints);
        return true;
    }

    get all(): ReadonlyMap<string, readonly ConstraintDefinition[]> {
        return this.#created;
    }
}

/** Returns the same text for equivalent constraints: members with default values are omitted. */
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

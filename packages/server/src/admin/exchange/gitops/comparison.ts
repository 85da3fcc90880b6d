import type { CurrentState } from './current-state.ts';
import type { FlagDocument, PlannedDifference, Problem } from './gitops.schemas.ts';

/** A document of a flag, and what it is compared with. */
export interface FlagComparisonInput {
    file: FlagDocument;
    world: CurrentState;
    isObserved: (member: string) => boolean;
    /** Another file gives it another name. */
    isMoving: boolean;
    segmentId: (name: string, path: string) => number;
    segmentName: (id: number) => string;
    /** Of the document in the request. */
    path: string;
}

/** Collects differences, and says of each whether the file is to be followed. */
export class FlagComparison {
    readonly differences: PlannedDifference[] = [];
    readonly problems: Problem[] = [];
    readonly #isObserved: (member: string) => boolean;
    readonly #isNew: boolean;

    constructor(isNew: boolean, isObserved: (member: string) => boolean) {
        this.#isNew = isNew;
        this.#isObserved = isObserved;
    }

    /** Whether to take what the file says. Both sides are shown as a file says them. */
    takes(path: string[], sides: { isSame: boolean; onService: unknown; inFile: unknown }): boolean {
        const isObserved = !this.#isNew && this.#isObserved(path.at(-1)!);
        if (!sides.isSame && !this.#isNew) {
            this.differences.push({ path, onService: sides.onService, inFile: sides.inFile, isObserved });
        }
        return !sides.isSame && !isObserved;
    }
}

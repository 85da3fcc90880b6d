import type { CurrentState } from './current-state.ts';
import type { FlagDocument, PlannedDifference, Problem } from './gitops.schemas.ts';

/** A document of a flag, and the state that it is compared with. */
export interface FlagComparisonInput {
    file: FlagDocument;
    world: CurrentState;
    isObserved: (member: string) => boolean;
    /** Whether another file renames the flag. */
    isMoving: boolean;
    segmentId: (name: string, path: string) => number;
    segmentName: (id: number) => string;
    /** The location of the document in the request. */
    path: string;
}

/** Collects differences, and determines whether each is applied. */
export class FlagComparison {
    readonly differences: PlannedDifference[] = [];
    readonly problems: Problem[] = [];
    readonly #isObserved: (member: string) => boolean;
    readonly #isNew: boolean;

    constructor(isNew: boolean, isObserved: (member: string) => boolean) {
        this.#isNew = isNew;
        this.#isObserved = isObserved;
    }

    /** Records a difference and returns whether the value of the file is applied. Both values are in the format of files. */
    takes(path: string[], sides: { isSame: boolean; onService: unknown; inFile: unknown }): boolean {
        const isObserved = !this.#isNew && this.#isObserved(path.at(-1)!);
        if (!sides.isSame && !this.#isNew) {
            this.differences.push({ path, onService: sides.onService, inFile: sides.inFile, isObserved });
        }
        return !sides.isSame && !isObserved;
    }
}

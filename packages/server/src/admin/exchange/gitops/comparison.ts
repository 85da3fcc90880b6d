import type { CurrentState } from './current-state.ts';
import type { FlagDocument } from './file.schemas.ts';
import type { PlannedDifference, Problem } from './gitops.schemas.ts';

/** A document of a flag, and the state that it is compared with. */
export interface FlagComparisonInput {
    file: FlagDocument;
    currentState: CurrentState;
    isObserved: (member: string) => boolean;
    /** Whether another file renames the flag. */
    isMoving: boolean;
    segmentId: (name: string, path: string) => number;
    segmentName: (id: number) => string;
    /** The location of the document in the request. */
    path: string;
}

interface ComparedSides {
    isSame: boolean;
    /** Both values in the format of files. Most values are the same and not shown. */
    shown: () => { onService: unknown; inFile: unknown };
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

    /** Records a difference and returns whether the value of the file is applied. */
    takes(path: string[], { isSame, shown }: ComparedSides): boolean {
        if (isSame) return false;
        const isObserved = !this.#isNew && this.#isObserved(path.at(-1)!);
        if (!this.#isNew) this.differences.push({ path, ...shown(), isObserved });
        return !isObserved;
    }
}

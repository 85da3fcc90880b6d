import type { ImportSteps } from './import-steps.ts';
import { InvalidDocument } from './invalid-document.ts';

/**
 * The limit for reading, converting and verifying a whole document, in visited values and tests: a fixed part, and a part that grows with
 * the document.
 */
const DOCUMENT = { fixed: 1_000_000, perValue: 40 } as const;

/** The limit for reading one flag or segment, which blocks all other requests. References between parts cause repeated visits. */
const PART = { fixed: 200_000, perValue: 4, max: 400_000 } as const;

/** Long texts count as several values. */
const CHARACTERS_PER_VALUE = 16;

/** Other requests are served after this number of steps, which take less than a millisecond. */
const STEPS_PER_SLICE = 1_000;

/** The budget for importing one document. The same document costs the same on every machine. */
export class DocumentBudget {
    readonly limit: number;
    /** The limit for reading one flag or segment. */
    readonly partLimit: number;
    #spent = 0;
    #part = '';
    #partStart = 0;
    #sliceStart = 0;

    /** Returns the budget of a document, which grows with the number of its values. */
    static *for(document: unknown): ImportSteps<DocumentBudget> {
        return new DocumentBudget(yield* countValues(document));
    }

    private constructor(size: number) {
        this.limit = DOCUMENT.fixed + DOCUMENT.perValue * size;
        this.partLimit = Math.min(PART.fixed + PART.perValue * size, PART.max);
    }

    /** The steps taken so far for the document. */
    get spent(): number {
        return this.#spent;
    }

    /** Whether the document as a whole must be rejected. */
    get isExhausted(): boolean {
        return this.#spent > this.limit;
    }

    /** Starts the limit for reading the next flag or segment. Its name appears in the error of an exhausted budget. */
    begin(kind: 'flag' | 'segment', name: string): void {
        this.#part = `${kind} ${name.slice(0, 100)}`;
        this.#partStart = this.#spent;
    }

    /** Throws if the budget of the document is exceeded. */
    spend(amount: number): void {
        this.#spent += amount;
        if (!this.isExhausted) return;
        const end = this.#part === '' ? '' : `, which were used up at ${this.#part}`;
        throw new InvalidDocument(
            '',
            `takes more than ${this.limit} steps to import${end}. Split it into documents with fewer flags, or simplify the rules`,
        );
    }

    /** Spends steps for reading; returns whether they are within the limit of the flag or segment. */
    trySpendReading(amount: number): boolean {
        this.spend(amount);
        return this.#spent - this.#partStart <= this.partLimit;
    }

    /** Whether work since the last slice has taken long enough to yield; begins the next slice. */
    shouldYield(): boolean {
        if (this.#spent - this.#sliceStart < STEPS_PER_SLICE) return false;
        this.#sliceStart = this.#spent;
        return true;
    }
}

/** Iterative, because documents may be deeply nested. */
function* countValues(document: unknown): ImportSteps<number> {
    const pending: unknown[] = [document];
    let size = 0;
    let visited = 0;
    while (pending.length > 0) {
        const value = pending.pop();
        size++;
        if (typeof value === 'string') size += Math.floor(value.length / CHARACTERS_PER_VALUE);
        if (typeof value === 'object' && value !== null)
            for (const member of Object.values(value)) pending.push(member);
        if (++visited % STEPS_PER_SLICE === 0) yield;
    }
    return size;
}

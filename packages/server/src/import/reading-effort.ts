import { Effort } from './compiler/effort.ts';

/**
 * The limits for reading a document, in visited values: a fixed part, and a part that grows with the document. Readers visit a value a few
 * times; references between parts cause further visits.
 */
const MAX_STEPS = { flag: { fixed: 200_000, perValue: 4 }, document: { fixed: 1_000_000, perValue: 20 } } as const;

/** Long texts count as several values. */
const CHARACTERS_PER_VALUE = 16;

/** The budget for reading one document, shared by all readings of its parts. */
export class ReadingEffort {
    readonly #size: number;
    readonly #document: Effort;
    #flag: Effort;

    constructor(document: unknown) {
        this.#size = countValues(document);
        this.#document = effortFor('document', this.#size);
        this.#flag = effortFor('flag', this.#size);
    }

    /** The steps taken so far for the document. */
    get spent(): number {
        return this.#document.spent;
    }

    /** Whether the budget of the document is exceeded, so that no further flag can be read. */
    get isExhausted(): boolean {
        return this.#document.spent > this.#document.limit;
    }

    /** Starts the budget of the next flag: reading one flag blocks all other requests. */
    beginFlag(): void {
        this.#flag = effortFor('flag', this.#size);
    }

    /** Spends steps; returns the reason to stop if the budget is exceeded. */
    spend(amount: number): string | undefined {
        if (!this.#flag.trySpend(amount)) {
            return `cannot be read: the flag takes more than ${this.#flag.limit} steps. Remove references from the flag, or remove the flag from the document`;
        }
        if (!this.#document.trySpend(amount)) {
            return `cannot be read: the document takes more than ${this.#document.limit} steps. Split the document`;
        }
        return undefined;
    }
}

const effortFor = (part: keyof typeof MAX_STEPS, size: number) =>
    new Effort(MAX_STEPS[part].fixed + MAX_STEPS[part].perValue * size);

/** Iterative, because documents may be deeply nested. */
function countValues(document: unknown): number {
    const pending: unknown[] = [document];
    let count = 0;
    while (pending.length > 0) {
        const value = pending.pop();
        count++;
        if (typeof value === 'string') count += Math.floor(value.length / CHARACTERS_PER_VALUE);
        if (typeof value === 'object' && value !== null)
            for (const member of Object.values(value)) pending.push(member);
    }
    return count;
}

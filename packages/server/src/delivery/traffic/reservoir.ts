import { randomUUID } from 'node:crypto';

/** A sampled item as text, with the priority that decides whether it is retained. */
export interface Sample<Mark> {
    readonly text: string;
    readonly mark: Mark;
    readonly at: number;
    /** Uniform between 0 and the threshold of its period. */
    readonly priority: number;
}

/** A period in which all items were retained with the same probability, the threshold. */
export interface Period<Mark> {
    readonly id: string;
    readonly since: number;
    /** The end; undefined for the current period. */
    until?: number;
    threshold: number;
    samples: Sample<Mark>[];
    /** Whether the storage has this content. */
    isStored: boolean;
}

export interface ReservoirOptions {
    /** The maximum number of items, and of characters. */
    capacity: number;
    characters: number;
    /** Uniform random numbers from 0 (inclusive) to 1 (exclusive). */
    random: () => number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A uniform sample of the items of the last day, in limited memory.
 *
 * Each item gets a random priority and is kept if that is below a threshold, which falls whenever there are too many items and
 * may rise again each hour. The sample consists of the items below the lowest threshold of the day, because all items had the
 * same probability of being kept there. The number of items to skip until the next kept one is drawn in advance, so nearly every
 * item costs one subtraction.
 */
export class Reservoir<Mark> {
    readonly #options: ReservoirOptions;
    #periods: [Period<Mark>, ...Period<Mark>[]];
    #toSkip = 0;
    #count = 0;
    #characters = 0;

    constructor(options: ReservoirOptions, now: number) {
        this.#options = options;
        this.#periods = [beginPeriod(now, 1)];
        this.#drawSkip();
    }

    get characters(): number {
        return this.#characters;
    }

    /** Whether the current item must be retained; if so, the caller must call `add`. */
    isNext(): boolean {
        return this.#toSkip-- <= 0;
    }

    add(text: string, mark: Mark, now: number): void {
        const period = this.#periods.at(-1)!;
        const sample = { text, mark, at: now, priority: this.#options.random() * period.threshold };
        period.samples.push(sample);
        period.isStored = false;
        this.#count++;
        this.#characters += text.length;
        this.rotate(now);
        this.#bound();
        this.#drawSkip();
    }

    /** Begins a new period once an hour, and drops items older than a day. */
    rotate(now: number): void {
        const last = this.#periods.at(-1)!;
        if (now - last.since < HOUR) return;
        // The rate that fills the reservoir in a day, limited because a quiet period may become busy.
        const share = this.#options.capacity / 24 / Math.max(1, last.samples.length);
        const threshold = Math.min(1, last.threshold * Math.min(64, Math.max(1, share)));
        last.until = now;
        const [first, ...others] = this.#periods.filter(({ until = now }) => until > now - DAY);
        const next = beginPeriod<Mark>(now, threshold);
        this.#periods = first === undefined ? [next] : [first, ...others, next];
        this.#recount();
        this.#drawSkip();
    }

    /** Halves the highest threshold, and drops the items above it. */
    thin(): void {
        const period = this.#periods.reduce((highest, period) =>
            period.threshold > highest.threshold ? period : highest,
        );
        this.#lower(period, period.threshold / 2);
    }

    /** The sample, in no particular order. */
    sample(now: number): Pick<Sample<Mark>, 'text' | 'mark' | 'at'>[] {
        this.rotate(now);
        const lowest = Math.min(...this.#periods.map(({ threshold }) => threshold));
        return this.#periods.flatMap(({ samples }) =>
            samples.filter(({ priority, at }) => priority < lowest && at > now - DAY),
        );
    }

    /** The periods with their content, for storing them. */
    periods(now: number): readonly Period<Mark>[] {
        this.rotate(now);
        return this.#periods;
    }

    /** Continues the periods of an earlier process. */
    adopt(earlier: readonly Period<Mark>[]): void {
        const current = this.#periods.pop()!;
        this.#periods = [...this.#periods, ...earlier, current] as [Period<Mark>, ...Period<Mark>[]];
        this.#recount();
        this.#bound();
    }

    texts(): string[] {
        return this.#periods.flatMap(({ samples }) => samples.map(({ text }) => text));
    }

    forget(isForgotten: (sample: Sample<Mark>) => boolean): void {
        for (const period of this.#periods) {
            const kept = period.samples.filter((sample) => !isForgotten(sample));
            if (kept.length === period.samples.length) continue;
            period.samples = kept;
            period.isStored = false;
        }
        this.#recount();
    }

    #bound(): void {
        while (this.#count > this.#options.capacity || this.#characters > this.#options.characters) this.thin();
    }

    #lower(period: Period<Mark>, threshold: number): void {
        period.threshold = threshold;
        period.isStored = false;
        period.samples = period.samples.filter(({ priority }) => priority < threshold);
        this.#recount();
        this.#drawSkip();
    }

    #recount(): void {
        this.#count = 0;
        this.#characters = 0;
        for (const { samples } of this.#periods) {
            this.#count += samples.length;
            for (const { text } of samples) this.#characters += text.length;
        }
    }

    /** Draws the number of items to skip: geometric, with the threshold as the probability. */
    #drawSkip(): void {
        const { threshold } = this.#periods.at(-1)!;
        this.#toSkip = threshold >= 1 ? 0 : Math.floor(Math.log(1 - this.#options.random()) / Math.log1p(-threshold));
    }
}

const beginPeriod = <Mark>(since: number, threshold: number): Period<Mark> => ({
    id: randomUUID(),
    since,
    threshold,
    samples: [],
    isStored: false,
});

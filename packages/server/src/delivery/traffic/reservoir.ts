/** Something seen, as text, with what decides whether it is kept. */
export interface Sample<Mark> {
    readonly text: string;
    readonly mark: Mark;
    readonly at: number;
    /** Drawn evenly from 0 up to the threshold of its stretch. */
    readonly priority: number;
}

/** The content that one reservoir passes to another one for the same stream. */
export interface HandedOver<Mark> {
    threshold: number;
    kept: Sample<Mark>[];
}

/** A stretch of time in which everything seen was kept with the same probability: its threshold. */
interface Stretch<Mark> {
    readonly since: number;
    threshold: number;
    kept: Sample<Mark>[];
}

export interface ReservoirOptions {
    /** How many are kept at most, and how many characters. */
    capacity: number;
    characters: number;
    /** Numbers from 0 up to 1. */
    random: () => number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A uniform sample of what was seen during the last day, in bounded memory.
 *
 * Everything has the priority of a random number and is kept if that is below a threshold, which falls whenever there is too
 * much and may rise again from hour to hour. Below the lowest threshold of the day everything had the same chance to be kept:
 * that is the sample. How many to let pass until the next one to keep is decided ahead, so that nearly everything seen costs
 * one subtraction.
 */
export class Reservoir<Mark> {
    readonly #options: ReservoirOptions;
    #stretches: [Stretch<Mark>, ...Stretch<Mark>[]];
    #pass = 0;
    #count = 0;
    #characters = 0;

    constructor(options: ReservoirOptions, now: number) {
        this.#options = options;
        this.#stretches = [{ since: now, threshold: 1, kept: [] }];
        this.#drawPass();
    }

    get characters(): number {
        return this.#characters;
    }

    /** Whether the one that is seen now is to be kept; then `keep` must follow. */
    isNext(): boolean {
        return this.#pass-- <= 0;
    }

    keep(text: string, mark: Mark, now: number): void {
        const stretch = this.#stretches.at(-1)!;
        stretch.kept.push({ text, mark, at: now, priority: this.#options.random() * stretch.threshold });
        this.#count++;
        this.#characters += text.length;
        this.turn(now);
        while (this.#count > this.#options.capacity || this.#characters > this.#options.characters) this.thin();
        this.#drawPass();
    }

    /** Begins a new stretch once an hour, and forgets what is older than a day. */
    turn(now: number): void {
        const last = this.#stretches.at(-1)!;
        if (now - last.since < HOUR) return;
        // As many an hour as fill a day, but never more at once: what was quiet may become busy.
        const share = this.#options.capacity / 24 / Math.max(1, last.kept.length);
        const threshold = Math.min(1, last.threshold * Math.min(64, Math.max(1, share)));
        const [first, ...others] = this.#stretches.filter((_, i, all) => (all[i + 1]?.since ?? now) > now - DAY);
        const next = { since: now, threshold, kept: [] };
        this.#stretches = first === undefined ? [next] : [first, ...others, next];
        this.#recount();
        this.#drawPass();
    }

    /** Keeps half of what was kept most readily. */
    thin(): void {
        const stretch = this.#stretches.reduce((most, one) => (one.threshold > most.threshold ? one : most));
        this.#lower(stretch, stretch.threshold / 2);
    }

    /** All that is kept; with the same threshold it begins again. */
    handOver(now: number): HandedOver<Mark> {
        const threshold = Math.min(...this.#stretches.map((stretch) => stretch.threshold));
        const kept = this.#stretches.flatMap((stretch) => stretch.kept.filter(({ priority }) => priority < threshold));
        this.#stretches = [{ since: now, threshold, kept: [] }];
        this.#recount();
        return { threshold, kept };
    }

    /** What another kept is as if it had been seen here. Returns the threshold that the other may use from now on. */
    takeIn({ threshold, kept }: HandedOver<Mark>, now: number): number {
        this.turn(now);
        const stretch = this.#stretches.at(-1)!;
        stretch.kept.push(...kept);
        this.#lower(stretch, Math.min(threshold, stretch.threshold));
        while (this.#count > this.#options.capacity || this.#characters > this.#options.characters) this.thin();
        return this.#stretches.at(-1)!.threshold;
    }

    /** The threshold of the receiving reservoir. */
    followThreshold(threshold: number): void {
        const stretch = this.#stretches.at(-1)!;
        // Items sampled with a lower threshold are not a sample under a higher one.
        if (stretch.kept.length === 0 || threshold < stretch.threshold) this.#lower(stretch, threshold);
    }

    /** The sample, in no particular order. */
    sample(now: number): Pick<Sample<Mark>, 'text' | 'mark' | 'at'>[] {
        this.turn(now);
        const lowest = Math.min(...this.#stretches.map(({ threshold }) => threshold));
        return this.#stretches.flatMap(({ kept }) =>
            kept.filter(({ priority, at }) => priority < lowest && at > now - DAY),
        );
    }

    #lower(stretch: Stretch<Mark>, threshold: number): void {
        stretch.threshold = threshold;
        stretch.kept = stretch.kept.filter(({ priority }) => priority < threshold);
        this.#recount();
        this.#drawPass();
    }

    #recount(): void {
        this.#count = 0;
        this.#characters = 0;
        for (const { kept } of this.#stretches) {
            this.#count += kept.length;
            for (const { text } of kept) this.#characters += text.length;
        }
    }

    /** How many pass until the next is kept with the threshold as its probability: a geometric distribution. */
    #drawPass(): void {
        const { threshold } = this.#stretches.at(-1)!;
        this.#pass = threshold >= 1 ? 0 : Math.floor(Math.log(1 - this.#options.random()) / Math.log1p(-threshold));
    }
}

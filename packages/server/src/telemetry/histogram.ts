import type { Metric } from './metric.ts';

/** The counts of a histogram in a form that processes can exchange. */
export interface Counted {
    counts: readonly number[];
    count: number;
    sum: number;
}

/** How often something took how long. */
export class Histogram {
    readonly #limits: readonly number[];
    readonly #counts: number[];
    #count = 0;
    #sum = 0;

    constructor(limits: readonly number[]) {
        this.#limits = limits;
        this.#counts = limits.map(() => 0);
    }

    get counted(): Counted {
        return { counts: this.#counts, count: this.#count, sum: this.#sum };
    }

    observe(value: number): void {
        this.#count++;
        this.#sum += value;
        let bucket = 0;
        while (bucket < this.#limits.length && value > this.#limits[bucket]!) bucket++;
        if (bucket < this.#limits.length) this.#counts[bucket]!++;
    }

    add({ counts, count, sum }: Counted): void {
        this.#count += count;
        this.#sum += sum;
        for (const [bucket, each] of counts.entries()) this.#counts[bucket]! += each;
    }

    /** As Prometheus wants it: each bucket contains those before it. */
    samples(labels: Readonly<Record<string, string>> = {}): Metric['samples'] {
        let total = 0;
        const buckets = this.#limits.map((limit, index) => {
            total += this.#counts[index]!;
            return { suffix: '_bucket' as const, labels: { le: String(limit), ...labels }, value: total };
        });
        return [
            ...buckets,
            { suffix: '_bucket', labels: { le: '+Inf', ...labels }, value: this.#count },
            { suffix: '_sum', labels, value: this.#sum },
            { suffix: '_count', labels, value: this.#count },
        ];
    }
}

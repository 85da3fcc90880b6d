import type { Metric } from './metric.ts';

/** Counts observed values, such as durations, by bucket. */
export class Histogram {
    readonly #limits: readonly number[];
    readonly #counts: number[];
    #count = 0;
    #sum = 0;

    constructor(limits: readonly number[]) {
        this.#limits = limits;
        this.#counts = limits.map(() => 0);
    }

    get count(): number {
        return this.#count;
    }

    observe(value: number): void {
        this.#count++;
        this.#sum += value;
        let bucket = 0;
        while (bucket < this.#limits.length && value > this.#limits[bucket]!) bucket++;
        if (bucket < this.#limits.length) this.#counts[bucket]!++;
    }

    /** Returns cumulative samples, as Prometheus requires: each bucket includes the counts of the lower ones. */
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

/** A Prometheus metric. */
export interface Metric {
    name: string;
    help: string;
    type: 'counter' | 'gauge' | 'histogram';
    samples: readonly Sample[];
}

interface Sample {
    labels?: Readonly<Record<string, string>>;
    value: number;
    /** The series of a histogram to which the sample belongs. */
    suffix?: '_bucket' | '_sum' | '_count';
}

/** Returns metrics. It is called for every scrape, so that counting only has to increment a number. */
export type MetricSource = () => readonly Metric[] | Promise<readonly Metric[]>;

export const counter = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
    name,
    help,
    type: 'counter',
    samples: samplesOf(samples),
});

export const gauge = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: samplesOf(samples),
});

const samplesOf = (samples: number | readonly Sample[]) =>
    typeof samples === 'number' ? [{ value: samples }] : samples;

/** Returns one sample for each member of a record. The name of the member is the value of the label. */
export const by = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
    Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

/** Returns the metrics in the text format of Prometheus. */
export const metricsText = (metrics: readonly Metric[]): string =>
    metrics
        .flatMap(({ name, help, type, samples }) => [
            `# HELP ${name} ${help}`,
            `# TYPE ${name} ${type}`,
            ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${value}`),
            '',
        ])
        .join('\n');

function labelsText(labels: Sample['labels']): string {
    const entries = Object.entries(labels ?? {});
    if (entries.length === 0) return '';
    return `{${entries.map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`).join(',')}}`;
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`);

/** Counts by a label whose values come from outside: all values after the first `limit` distinct ones are counted as one. */
export class BoundedCounts {
    readonly #counts = new Map<string, number>();
    readonly #limit: number;

    constructor(limit: number) {
        this.#limit = limit;
    }

    add(value: string, count = 1): void {
        const current = this.#counts.get(value);
        if (current !== undefined) this.#counts.set(value, current + count);
        else if (this.#counts.size < this.#limit) this.#counts.set(value, count);
        else this.#counts.set(OTHER, (this.#counts.get(OTHER) ?? 0) + count);
    }

    get all(): Readonly<Record<string, number>> {
        return Object.fromEntries(this.#counts);
    }
}

const OTHER = '(other)';

import { counter, type Metric } from '../metric.ts';

/** Records that wait to be sent, and those that are sent together. */
const WAITING = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;

export interface ExporterOptions {
    url: string;
    headers: Readonly<Record<string, string>>;
    timeoutMs: number;
    /** Makes the body of a request of some records. */
    bodyOf: (records: readonly object[]) => object;
    onError: (error: unknown) => void;
    everyMs?: number;
}

/**
 * Sends records to a collector, some seconds later and many at a time. When it does not take them they are dropped and counted:
 * telemetry is never a reason to wait, nor to use more memory.
 */
export class OtlpExporter {
    readonly #options: ExporterOptions;
    #waiting: object[] = [];
    #sending: Promise<void> | undefined;
    readonly #timer: NodeJS.Timeout;
    /** The collector asked not to be asked before. */
    #notBefore = 0;
    #hasComplained = false;
    readonly #counts = { exported: 0, dropped: 0 };

    constructor(options: ExporterOptions) {
        this.#options = options;
        this.#timer = setInterval(() => void this.flush(), options.everyMs ?? EVERY_MS).unref();
    }

    get counts(): Readonly<Record<'exported' | 'dropped', number>> {
        return this.#counts;
    }

    add(record: object): void {
        if (this.#waiting.length >= WAITING) this.#counts.dropped++;
        else this.#waiting.push(record);
        if (this.#waiting.length === BATCH) void this.flush();
    }

    /** Resolves when what waited before the call was sent or dropped. */
    flush(): Promise<void> {
        this.#sending ??= this.#sendAll().finally(() => {
            this.#sending = undefined;
        });
        return this.#sending;
    }

    async close(): Promise<void> {
        clearInterval(this.#timer);
        this.#notBefore = 0;
        await this.#sending;
        await this.flush();
        this.#counts.dropped += this.#waiting.length;
        this.#waiting = [];
    }

    async #sendAll(): Promise<void> {
        while (this.#waiting.length > 0 && performance.now() >= this.#notBefore) {
            const batch = this.#waiting.splice(0, BATCH);
            if (await this.#send(batch)) this.#counts.exported += batch.length;
            else this.#counts.dropped += batch.length;
        }
    }

    async #send(batch: readonly object[]): Promise<boolean> {
        const { url, headers, timeoutMs, bodyOf, onError } = this.#options;
        try {
            const response = await fetch(url, {
                method: 'POST',
                headers: { 'content-type': 'application/json', ...headers },
                body: JSON.stringify(bodyOf(batch)),
                signal: AbortSignal.timeout(timeoutMs),
                redirect: 'error',
            });
            await response.body?.cancel();
            if (response.ok) {
                this.#hasComplained = false;
                return true;
            }
            const wait = Number(response.headers.get('retry-after') ?? 0);
            if (wait > 0) this.#notBefore = performance.now() + Math.min(wait, 300) * 1000;
            throw new Error(`The collector at ${new URL(url).host} answered ${response.status}.`);
        } catch (error) {
            // Once is enough until it works again: what it says would else be exported in vain, too.
            if (!this.#hasComplained) onError(error);
            this.#hasComplained = true;
            return false;
        }
    }
}

/** What became of the records of each signal. */
export const exporterMetrics = (exporters: Readonly<Record<string, OtlpExporter | undefined>>): Metric[] => {
    const of = (what: 'exported' | 'dropped') =>
        Object.entries(exporters).flatMap(([signal, exporter]) =>
            exporter ? [{ labels: { signal }, value: exporter.counts[what] }] : [],
        );
    return [
        counter('halyard_telemetry_exported_total', 'Spans and log records that a collector took', of('exported')),
        counter('halyard_telemetry_dropped_total', 'Those that were dropped because none did', of('dropped')),
    ];
};

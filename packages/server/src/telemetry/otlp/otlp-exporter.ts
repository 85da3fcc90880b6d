import { counter, type Metric } from '../metric.ts';

/** The maximum number of records in the queue, and in one request. */
const MAX_QUEUED = 2_048;
const MAX_BATCH = 512;
const EVERY_MS = 5_000;

export interface ExporterOptions {
    url: string;
    headers: Readonly<Record<string, string>>;
    timeoutMs: number;
    /** Returns the body of a request with these records. */
    bodyOf: (records: readonly object[]) => object;
    onError: (error: unknown) => void;
    everyMs?: number;
}

/**
 * Sends records to a collector in batches, with a delay of some seconds. Records that the collector does not accept are dropped and
 * counted: telemetry must neither delay requests nor use more memory.
 */
export class OtlpExporter {
    readonly #options: ExporterOptions;
    #queue: object[] = [];
    #sending: Promise<void> | undefined;
    readonly #timer: NodeJS.Timeout;
    /** The earliest time of the next request, from the `Retry-After` header of the collector. */
    #notBefore = 0;
    #hasReportedError = false;
    readonly #counts = { exported: 0, dropped: 0 };

    constructor(options: ExporterOptions) {
        this.#options = options;
        this.#timer = setInterval(() => void this.flush(), options.everyMs ?? EVERY_MS).unref();
    }

    get counts(): Readonly<Record<'exported' | 'dropped', number>> {
        return this.#counts;
    }

    add(record: object): void {
        if (this.#queue.length >= MAX_QUEUED) this.#counts.dropped++;
        else this.#queue.push(record);
        if (this.#queue.length === MAX_BATCH) void this.flush();
    }

    /** Resolves when all records queued before the call are sent or dropped. */
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
        this.#counts.dropped += this.#queue.length;
        this.#queue = [];
    }

    async #sendAll(): Promise<void> {
        while (this.#queue.length > 0 && performance.now() >= this.#notBefore) {
            const batch = this.#queue.splice(0, MAX_BATCH);
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
                this.#hasReportedError = false;
                return true;
            }
            const wait = Number(response.headers.get('retry-after') ?? 0);
            if (wait > 0) this.#notBefore = performance.now() + Math.min(wait, 300) * 1000;
            throw new Error(`The collector at ${new URL(url).host} answered ${response.status}.`);
        } catch (error) {
            // Only the first error until the next success is reported: its log entry would be exported to the same collector.
            if (!this.#hasReportedError) onError(error);
            this.#hasReportedError = true;
            return false;
        }
    }
}

/** Returns the numbers of exported and dropped records by signal. */
export const exporterMetrics = (exporters: Readonly<Record<string, OtlpExporter | undefined>>): Metric[] => {
    const samplesOf = (outcome: 'exported' | 'dropped') =>
        Object.entries(exporters).flatMap(([signal, exporter]) =>
            exporter ? [{ labels: { signal }, value: exporter.counts[outcome] }] : [],
        );
    return [
        counter(
            'halyard_telemetry_exported_total',
            'Spans and log records that the collector accepted',
            samplesOf('exported'),
        ),
        counter(
            'halyard_telemetry_dropped_total',
            'Spans and log records that were dropped because the collector did not accept them',
            samplesOf('dropped'),
        ),
    ];
};

import type { Outbound, OutboundResponse } from '../../../outbound/outbound.ts';

interface EngineSettings {
    /** The base URL of the HTTP API of Prometheus. */
    url: string;
    /** Default: `/api/v1/write` below it. */
    writeUrl: string;
    headers: Readonly<Record<string, string>>;
}

/** The engine did not answer as expected. The message may be shown to users. */
class EngineFailed extends Error {}

const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** A Prometheus-compatible engine. */
export class SeriesEngine {
    readonly #outbound: Outbound;
    readonly #settings: EngineSettings;

    constructor(outbound: Outbound, settings: EngineSettings) {
        this.#outbound = outbound;
        this.#settings = settings;
    }

    /** Sends a request of remote write. */
    write(body: Uint8Array): Promise<OutboundResponse> {
        const { url, writeUrl, headers } = this.#settings;
        return this.#outbound.send(writeUrl || `${url}/api/v1/write`, {
            method: 'POST',
            headers: {
                ...headers,
                'content-type': 'application/x-protobuf',
                'content-encoding': 'snappy',
                'x-prometheus-remote-write-version': '0.1.0',
            },
            body,
        });
    }

    /** Returns the series of a range query. Throws if there is no complete answer. */
    async queryRange(query: string, { start, end, step }: { start: number; end: number; step: number }) {
        const parameters = { query, start: String(start), end: String(end), step: String(step) };
        const { status, text } = await this.#outbound
            .send(`${this.#settings.url}/api/v1/query_range`, {
                method: 'POST',
                headers: { ...this.#settings.headers, 'content-type': 'application/x-www-form-urlencoded' },
                body: new URLSearchParams(parameters).toString(),
                maxResponseBytes: MAX_RESPONSE_BYTES,
            })
            .catch((error: unknown) => {
                throw new EngineFailed('The engine for series cannot be reached.', { cause: error });
            });
        return readMatrix(status, text);
    }
}

interface EngineSeries {
    metric: Readonly<Record<string, string>>;
    values: readonly (readonly [at: number, value: string])[];
}

function readMatrix(status: number, text: string): EngineSeries[] {
    let answer: { status?: unknown; error?: unknown; data?: { resultType?: unknown; result?: unknown } } | null = null;
    try {
        answer = JSON.parse(text);
    } catch {
        // The status tells more.
    }
    const { resultType, result } = answer?.data ?? {};
    if (answer?.status === 'success' && resultType === 'matrix' && Array.isArray(result)) return result;
    const reason = typeof answer?.error === 'string' ? `: ${answer.error.slice(0, 500)}` : '';
    throw new EngineFailed(`The engine for series answered with the status ${status}${reason}.`);
}

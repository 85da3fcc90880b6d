import { type Outbound, OutboundRefused } from '../../../../outbound/outbound.ts';
import { queryPostgres } from '../../../../outbound/postgres-query.ts';
import { CannotOpen, type SecretBox } from '../../../../storage/secret-box.ts';
import type { StoredDataSource } from '../data-source.queries.ts';
import { describeFailure } from './failures.ts';

/** A data source did not answer a query. The message is shown to users, and contains no values of its tables. */
export class QueryFailed extends Error {}

type Cell = string | number | null;

/** The rows are arms of phases, so more bytes are not the result of the query. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Sends queries to the databases that projects configured. */
export class DataSourceClient {
    readonly #outbound: Outbound;
    readonly #secrets: SecretBox;

    constructor({ outbound, secrets }: { outbound: Outbound; secrets: SecretBox }) {
        this.#outbound = outbound;
        this.#secrets = secrets;
    }

    async query({ source, sealedPassword }: StoredDataSource, text: string): Promise<Cell[][]> {
        const limits = { timeoutMs: source.timeoutSeconds * 1_000, maxBytes: MAX_BYTES };
        try {
            const password = this.#secrets.open(sealedPassword);
            if (source.kind === 'clickhouse')
                return await this.#queryClickhouse({ ...source, password }, { text, ...limits });
            return await queryPostgres(this.#outbound, { ...source, password }, { text, ...limits });
        } catch (error) {
            if (error instanceof QueryFailed) throw error;
            if (error instanceof OutboundRefused) throw new QueryFailed(error.message);
            if (error instanceof CannotOpen) {
                throw new QueryFailed('The stored password cannot be decrypted. Enter it again.');
            }
            throw new QueryFailed(describeFailure(error));
        }
    }

    async #queryClickhouse(
        {
            host,
            port,
            tls,
            database,
            user,
            password,
            timeoutSeconds,
            certificateAuthority,
        }: StoredDataSource['source'] & { password: string },
        { text, timeoutMs, maxBytes }: { text: string; timeoutMs: number; maxBytes: number },
    ): Promise<Cell[][]> {
        const settings = new URLSearchParams({
            ...{
                database,
                max_execution_time: `${timeoutSeconds}`,
                max_result_bytes: `${maxBytes}`,
                join_use_nulls: '0',
            },
            // Without writes, table functions and changes of these settings.
            ...{ result_overflow_mode: 'throw', readonly: '1' },
        });
        const name = host.includes(':') ? `[${host}]` : host;
        const { status, text: body } = await this.#outbound.send(
            `${tls ? 'https' : 'http'}://${name}:${port}/?${settings}`,
            {
                method: 'POST',
                headers: { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password, 'content-type': 'text/plain' },
                body: text,
                maxResponseBytes: maxBytes,
                timeoutMs,
                ...(certificateAuthority !== null && { certificateAuthority }),
            },
        );
        if (status !== 200) throw new QueryFailed(describeFailure({ status, body }));
        return readRows(body);
    }
}

function readRows(body: string): Cell[][] {
    try {
        const { data } = JSON.parse(body) as { data?: unknown };
        if (Array.isArray(data) && data.every(Array.isArray)) return data as Cell[][];
    } catch {
        // An error that ClickHouse found after the beginning of the response, or a response that is too long.
    }
    throw new QueryFailed('The response is not the result of a query. Is this the HTTP interface of ClickHouse?');
}

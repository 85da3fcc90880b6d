import type { Static } from 'typebox';
import type { StoredDataSource } from '../data-source.queries.ts';
import type { DataSourceCheck } from '../data-source.schemas.ts';
import { type DataSourceClient, QueryFailed } from './data-source-client.ts';
import { checkQuery } from './statistics-query.ts';

const QUERIES = ['exposures', 'outcomes'] as const;

/** Runs both queries without reading rows. */
export async function checkQueries(
    stored: StoredDataSource,
    client: DataSourceClient,
): Promise<Static<typeof DataSourceCheck>> {
    const queries = [];
    for (const query of QUERIES) {
        const failure = await client.query(stored, checkQuery(stored.source, query)).then(
            () => null,
            (error: unknown) => {
                if (error instanceof QueryFailed) return error.message;
                throw error;
            },
        );
        queries.push({ query, failure });
    }
    return { queries };
}

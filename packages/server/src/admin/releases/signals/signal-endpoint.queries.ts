import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { SignalTables } from '../../../storage/tables/signals.ts';
import type { SignalEndpoint, SignalToken } from './signal-endpoint.schemas.ts';

export type EndpointRow = Selectable<SignalTables['signal_endpoints']>;
type TokenRow = Selectable<SignalTables['signal_tokens']>;

export interface EndpointAddress {
    project: string;
    endpointId: number;
}

export async function getEndpoint(db: Db, { project, endpointId }: EndpointAddress): Promise<EndpointRow> {
    const row = await db
        .selectFrom('signal_endpoints')
        .selectAll()
        .where('id', '=', endpointId)
        .where('project', '=', project)
        .executeTakeFirst();
    if (!row) throw notFound(`signal endpoint ${endpointId} in project ${project}`);
    return row;
}

export const listEndpoints = (db: Db, project: string): Promise<EndpointRow[]> =>
    db.selectFrom('signal_endpoints').selectAll().where('project', '=', project).orderBy('id').execute();

export const listTokens = (db: Db, endpoint: number): Promise<TokenRow[]> =>
    db.selectFrom('signal_tokens').selectAll().where('endpoint', '=', endpoint).orderBy('id').execute();

/** Returns the endpoint with this token. */
export const findEndpointOfToken = (db: Db, secretHash: string) =>
    db
        .selectFrom('signal_tokens')
        .innerJoin('signal_endpoints', 'signal_endpoints.id', 'signal_tokens.endpoint')
        .where('signal_tokens.secret_hash', '=', secretHash)
        .selectAll('signal_endpoints')
        .select('signal_tokens.name as token_name')
        .executeTakeFirst();

export async function listSignals(db: Db, endpoint: number, { limit, offset }: { limit: number; offset: number }) {
    const rows = await db
        .selectFrom('signals')
        .selectAll()
        .where('endpoint', '=', endpoint)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
    return rows.map(({ id, payload, results, repeats, ...row }) => ({
        ...{ id, source: 'signal-endpoint' as const, sourceId: endpoint, createdAt: row.created_at },
        ...{ tokenName: row.token_name, payload, results, repeats, lastAt: row.last_at },
    }));
}

export const toEndpoint = (row: EndpointRow): Omit<SignalEndpoint, 'tokens'> => ({
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    dryRun: row.dry_run,
    rules: row.rules,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    createdByUserId: row.created_by_user_id,
});

export const describeEndpoint = async (db: Db, row: EndpointRow): Promise<SignalEndpoint> => ({
    ...toEndpoint(row),
    tokens: (await listTokens(db, row.id)).map(toToken),
});

export const toToken = ({ id, name, endpoint, created_at, created_by_user_id }: TokenRow): SignalToken => ({
    ...{ id, name, signalEndpointId: endpoint, createdAt: created_at, createdByUserId: created_by_user_id },
});

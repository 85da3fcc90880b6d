import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { projectOf } from '../../../core/events/event-projects.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ApiToken } from './token.schemas.ts';
import { hashSecret } from './token-secret.ts';

export type TokenRow = Selectable<Tables['api_tokens']>;

/** Returns the tokens that the actor may see, newest first. */
export async function listTokens(db: Db, actor: AdminActor): Promise<ApiToken[]> {
    const rows = await db
        .selectFrom('api_tokens')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    return rows.filter((row) => mayKnowOfToken(actor, row)).map(toApiToken);
}

/** Finds a token by its secret, which its creator knows, or by its id, which lists contain. */
export function findToken(db: Db, secretOrId: string): Promise<TokenRow | undefined> {
    const query = db.selectFrom('api_tokens').selectAll();
    const row = /^\d{1,9}$/.test(secretOrId)
        ? query.where('id', '=', Number(secretOrId))
        : query.where('secret_hash', '=', hashSecret(secretOrId));
    return row.executeTakeFirst();
}

/** Whether the actor may see the token: the token contains its projects, and none of them may be hidden from the actor. */
export const mayKnowOfToken = (actor: AdminActor, { projects }: Pick<TokenRow, 'projects'>) =>
    projects.every((project) => mayKnowOf(actor, project));

/** Returns the scopes of the tokens that the actor may see, for counting. */
export async function listKnownTokenScopes(db: Db, actor: AdminActor) {
    const rows = await db.selectFrom('api_tokens').select(['type', 'environment', 'projects']).execute();
    return rows.filter((row) => mayKnowOfToken(actor, row));
}

/** Finds a token unless it is hidden from the actor. */
export async function findKnownToken(db: Db, actor: AdminActor, secretOrId: string): Promise<TokenRow | undefined> {
    const token = await findToken(db, secretOrId);
    return token && mayKnowOfToken(actor, token) ? token : undefined;
}

export async function countTokens(db: Db): Promise<number> {
    const row = await db
        .selectFrom('api_tokens')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

export function toApiToken(row: TokenRow): ApiToken {
    return {
        id: row.id,
        secret: row.visible,
        tokenName: row.name,
        type: row.type,
        environment: row.environment,
        // The scope as a single value, for older tools.
        project: projectOf(row.projects),
        projects: row.projects,
        expiresAt: row.expires_at,
        createdAt: row.created_at,
        alias: null,
        seenAt: row.seen_at,
        createdBy: row.created_by,
    };
}

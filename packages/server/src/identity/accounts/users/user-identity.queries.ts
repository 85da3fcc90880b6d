import type { Db } from '../../../storage/database.ts';
import type { UserRow } from './user.queries.ts';
import type { UserIdentity } from './user-identity.schemas.ts';

/** The permanent subject of a person at an identity provider; unlike an address it is never reassigned. */
export interface ProviderIdentity {
    method: 'oidc' | 'saml';
    issuer: string;
    subject: string;
}

export function findUserByIdentity(
    db: Db,
    { method, issuer, subject }: ProviderIdentity,
): Promise<UserRow | undefined> {
    return db
        .selectFrom('users')
        .innerJoin('user_identities', 'user_identities.user_id', 'users.id')
        .selectAll('users')
        .where('method', '=', method)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
}

export async function listIdentities(db: Db, userId: number): Promise<UserIdentity[]> {
    const rows = await db
        .selectFrom('user_identities')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('subject')
        .execute();
    return rows.map(({ method, issuer, subject, created_at }) => ({
        authType: method,
        issuer,
        subject,
        createdAt: created_at,
    }));
}

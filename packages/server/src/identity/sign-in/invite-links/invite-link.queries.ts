import type { Selectable } from 'kysely';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { getRole, toRole } from '../../accounts/roles/role.queries.ts';
import { toUser } from '../../accounts/users/user.queries.ts';
import type { SignupToken } from './invite-link.schemas.ts';

export type SignupTokenRow = Selectable<Tables['signup_tokens']>;

/** The public URL determines the links, and the time determines whether a token is enabled. */
export interface SignupTokenContext {
    publicUrl: string;
    now: string;
}

/** An expired token is not enabled, whatever the stored value. */
const isUsable = ({ enabled, expires_at }: SignupTokenRow, now: string) => enabled && expires_at > now;

export async function getSignupTokenRow(db: Db, secret: string): Promise<SignupTokenRow> {
    const row = await db.selectFrom('signup_tokens').selectAll().where('secret', '=', secret).executeTakeFirst();
    if (!row) throw notFound('such signup token');
    return row;
}

/** Returns the token if it is enabled and has not expired. */
export async function getUsableSignupToken(db: Db, secret: string, now: string): Promise<SignupTokenRow> {
    const row = await db.selectFrom('signup_tokens').selectAll().where('secret', '=', secret).executeTakeFirst();
    if (!row || !isUsable(row, now)) {
        throw invalid('This link is invalid or has expired. Ask an administrator for a new one.');
    }
    return row;
}

export async function getSignupToken(db: Db, secret: string, at: SignupTokenContext): Promise<SignupToken> {
    const [token] = await listSignupTokens(db, at, secret);
    if (!token) throw notFound('such signup token');
    return token;
}

/** Returns all signup tokens or one, newest first, with the users who signed up. */
export async function listSignupTokens(db: Db, at: SignupTokenContext, secret?: string): Promise<SignupToken[]> {
    const [tokens, users, viewer] = await Promise.all([
        db
            .selectFrom('signup_tokens')
            .selectAll()
            .$if(secret !== undefined, (query) => query.where('secret', '=', secret!))
            .orderBy('created_at', 'desc')
            .orderBy('secret')
            .execute(),
        db
            .selectFrom('signup_token_users')
            .innerJoin('users', 'users.id', 'signup_token_users.user_id')
            .selectAll('users')
            .select('signup_token_users.secret')
            .where('users.deleted_at', 'is', null)
            .$if(secret !== undefined, (query) => query.where('signup_token_users.secret', '=', secret!))
            .orderBy('users.id')
            .execute(),
        getRole(db, ROLE_ID.viewer),
    ]);
    const usersOf = Map.groupBy(users, (user) => user.secret);
    return tokens.map((row) => ({
        secret: row.secret,
        url: `${at.publicUrl}/new-user?invite=${row.secret}`,
        name: row.name,
        enabled: isUsable(row, at.now),
        expiresAt: row.expires_at,
        createdAt: row.created_at,
        createdBy: row.created_by,
        users: (usersOf.get(row.secret) ?? []).map(toUser),
        role: toRole(viewer),
    }));
}

/** Whether the user signed up with an invite link. */
export async function isSignedUp(db: Db, userId: number): Promise<boolean> {
    const row = await db
        .selectFrom('signup_token_users')
        .select('user_id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}

import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { listPersonalTokens, toPersonalToken } from '../personal-tokens/personal-token.queries.ts';
import type { PersonalToken } from '../personal-tokens/personal-token.schemas.ts';
import { findRootRole } from '../users/grant.queries.ts';
import { findUser, imageUrl, readUsers, type ShownUser, type UserRow } from '../users/user.queries.ts';
import type { ServiceAccount } from './service-account.schemas.ts';

export async function getServiceAccountRow(db: Db, id: number): Promise<UserRow> {
    const account = await findUser(db, id);
    if (!account?.is_service) throw notFound(`service account ${id}`);
    return account;
}

export async function getServiceAccount(db: Db, id: number): Promise<ServiceAccount> {
    const account = await getServiceAccountRow(db, id);
    return toServiceAccount(account, await findRootRole(db, id), await listPersonalTokens(db, id));
}

export async function listServiceAccounts(db: Db): Promise<ServiceAccount[]> {
    const [batches, tokens] = await Promise.all([
        Array.fromAsync(readUsers(db, (row) => row, { service: true })),
        db
            .selectFrom('personal_tokens')
            .innerJoin('users', 'users.id', 'personal_tokens.user_id')
            .selectAll('personal_tokens')
            .where('users.is_service', '=', true)
            .orderBy('personal_tokens.id')
            .execute(),
    ]);
    const tokensOf = Map.groupBy(tokens, ({ user_id }) => user_id);
    return batches
        .flat()
        .map((account) =>
            toServiceAccount(
                account,
                account.root_role ?? undefined,
                (tokensOf.get(account.id) ?? []).map(toPersonalToken),
            ),
        );
}

const toServiceAccount = (row: ShownUser, rootRole: number | undefined, tokens: PersonalToken[]): ServiceAccount => ({
    id: row.id,
    isAPI: false,
    ...(row.name !== null && { name: row.name }),
    ...(row.username !== null && { username: row.username }),
    imageUrl: imageUrl(row),
    ...(rootRole !== undefined && { rootRole }),
    seenAt: null,
    createdAt: row.created_at,
    tokens,
});

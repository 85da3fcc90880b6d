import { randomBytes } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { invalid, nameExists, notAllowed } from '../../../core/errors/errors.ts';
import { demandLifetimeWithin } from '../api-tokens/token-lifetime.ts';
import { hashSecret } from '../api-tokens/token-secret.ts';
import { listPersonalTokens, type PersonalTokenRow, toPersonalToken } from './personal-token.queries.ts';
import type { CreatedPersonalToken, NewPersonalToken } from './personal-token.schemas.ts';
import { PERSONAL_PREFIX } from './personal-token-table.ts';

const PER_USER = 10;

type Owned<T> = T & { userId: number };

export const createPersonalToken = (change: Change, input: Owned<NewPersonalToken>) =>
    insertToken(change, 'pat-created', input);

export const createServiceAccountToken = (change: Change, input: Owned<NewPersonalToken>) =>
    insertToken(change, 'service-account-token-created', input);

async function insertToken(
    { tx, actor, record, now }: Change,
    type: 'pat-created' | 'service-account-token-created',
    { userId, description, expiresAt }: Owned<NewPersonalToken>,
): Promise<CreatedPersonalToken> {
    const tokens = await listPersonalTokens(tx, userId);
    const expires_at = new Date(expiresAt).toISOString();
    demandLifetimeWithin(actor, expires_at);
    if (expires_at <= now) throw invalid('A token must expire in the future.', '/body/expiresAt');
    if (tokens.some((token) => token.description === description)) throw nameExists(`A token for ${description}`);
    if (tokens.length >= PER_USER) {
        throw notAllowed(`The limit of ${PER_USER} tokens is reached. Delete one first.`);
    }
    const secret = `${PERSONAL_PREFIX}${randomBytes(28).toString('hex')}`;
    const row = await tx
        .insertInto('personal_tokens')
        .values({
            user_id: userId,
            created_by_user_id: actor.personId ?? null,
            secret_hash: hashSecret(secret),
            description,
            created_at: now,
            expires_at,
            seen_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type, data: toEventData(row) });
    return { ...toPersonalToken(row), secret };
}

/** Deletes a token of the user and returns whether it existed. */
export const deletePersonalToken = (change: Change, input: { userId: number; id: number }) =>
    removeToken(change, 'pat-deleted', input);

export const deleteServiceAccountToken = (change: Change, input: { userId: number; id: number }) =>
    removeToken(change, 'service-account-token-deleted', input);

async function removeToken(
    { tx, record }: Change,
    type: 'pat-deleted' | 'service-account-token-deleted',
    { userId, id }: { userId: number; id: number },
): Promise<boolean> {
    const row = await tx
        .deleteFrom('personal_tokens')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst();
    if (row) record({ type, preData: toEventData(row) });
    return row !== undefined;
}

/** The time of the last use is a measurement, not a part of the changed data. */
function toEventData(row: PersonalTokenRow) {
    const { seenAt: _, ...token } = toPersonalToken(row);
    return token;
}

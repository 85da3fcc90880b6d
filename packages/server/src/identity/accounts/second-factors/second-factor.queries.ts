import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { listHeldRoles } from '../users/grant.queries.ts';
import type { OwnSecondFactors, UserSecondFactors } from './second-factor.schemas.ts';
import { NO_SECOND_FACTOR, type StoredSecondFactor } from './second-factor-setting.ts';

/** Whether a user has a second factor, as a part of a query; `user` is the column with the id of the user. */
export const factorExists = (db: Db, user: 'sessions.user_id' | 'users.id') => {
    const ref = sql.ref<number>(user);
    const totp = db.selectFrom('totp_factors').select('totp_factors.user_id').where('totp_factors.user_id', '=', ref);
    const passkey = db.selectFrom('passkeys').select('passkeys.user_id').where('passkeys.user_id', '=', ref);
    return sql<boolean>`(exists ${totp} or exists ${passkey})`;
};

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
    const row = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where(factorExists(db, 'users.id'))
        .executeTakeFirst();
    return row !== undefined;
}

/** Whether the instance requires a second factor of a user with these root roles, their own and those of their groups. */
export async function isSecondFactorRequired(
    db: Db,
    { requiredFor, rootRoles }: StoredSecondFactor,
    userId: number,
): Promise<boolean> {
    if (requiredFor !== 'roles') return requiredFor === 'everybody';
    const roles = await listHeldRoles(db, userId);
    return roles.some(({ role_id, project }) => project === null && rootRoles.includes(role_id));
}

export const findTotp = (db: Db, userId: number) =>
    db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const listPasskeys = (db: Db, userId: number) =>
    db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
    const { count } = await db
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
    return Number(count);
}

/** Returns the second factors of a user, without secrets. */
export async function readSecondFactors(
    db: Db,
    userId: number,
): Promise<Pick<OwnSecondFactors, 'totp' | 'passkeys' | 'recoveryCodes'>> {
    const [totp, passkeys, recoveryCodes] = await Promise.all([
        findTotp(db, userId),
        listPasskeys(db, userId),
        countRecoveryCodes(db, userId),
    ]);
    return {
        totp: totp ? { createdAt: totp.created_at } : null,
        passkeys: passkeys.map(({ id, name, created_at, seen_at }) => ({
            id,
            name,
            createdAt: created_at,
            seenAt: seen_at,
        })),
        recoveryCodes,
    };
}

/** Returns the users who have a second factor, for administrators. */
export async function listUsersWithSecondFactors(db: Db): Promise<UserSecondFactors[]> {
    const rows = await db
        .selectFrom('users')
        .leftJoin('totp_factors', 'totp_factors.user_id', 'users.id')
        .leftJoin(
            db
                .selectFrom('passkeys')
                .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
                .groupBy('user_id')
                .as('counted'),
            'counted.user_id',
            'users.id',
        )
        .select(['users.id', 'totp_factors.created_at as totp', 'counted.count as passkeys'])
        .where('users.deleted_at', 'is', null)
        .where(factorExists(db, 'users.id'))
        .orderBy('users.id')
        .execute();
    return rows.map(({ id, totp, passkeys }) => ({ id, totp: totp !== null, passkeys: Number(passkeys ?? 0) }));
}

/** Reads the setting in the transaction of a change; elsewhere, it is in memory. */
export async function readSecondFactorSetting(db: Db): Promise<StoredSecondFactor> {
    const row = await db.selectFrom('settings').select('content').where('name', '=', 'secondFactor').executeTakeFirst();
    // Settings of this name contain this type.
    return { ...NO_SECOND_FACTOR, ...(row?.content as Partial<StoredSecondFactor> | undefined) };
}

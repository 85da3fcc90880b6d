import { type Static, Type } from 'typebox';
import { FlagOwner, type OwnerKind, ownerText, parseOwner } from '../../../core/flags/flag-owner.ts';
import { imageUrl } from '../../../identity/accounts/users/user.queries.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';

export const NamedOwner = Type.Object(
    { ...FlagOwner.properties, name: Type.String(), imageUrl: Type.Optional(Type.String()) },
    { $id: 'namedFeatureOwner', description: 'Owner of the flag; only for flags with an owner' },
);
export type NamedOwner = Static<typeof NamedOwner>;

/** Returns the owners that exist, by their stored text. Deleted users are omitted. */
export async function findOwners(db: Db, texts: Iterable<string | null>): Promise<Map<string, NamedOwner>> {
    const existing = new Map<string, NamedOwner>();
    const owners = [...new Set(texts)].flatMap((text) => (text === null ? [] : (parseOwner(text) ?? [])));
    const idsOf = (kind: OwnerKind) => owners.flatMap(({ type, id }) => (type === kind ? id : []));
    for (const ids of chunked(idsOf('user'))) {
        const users = await db
            .selectFrom('users')
            .select(['id', 'name', 'username', 'email'])
            .where('id', 'in', ids)
            .where('deleted_at', 'is', null)
            .where('is_service', '=', false)
            .execute();
        for (const user of users) {
            const name = user.name ?? user.username ?? user.email ?? `user ${user.id}`;
            const owner: NamedOwner = { type: 'user', id: user.id, name, imageUrl: imageUrl(user) };
            existing.set(ownerText(owner), owner);
        }
    }
    for (const ids of chunked(idsOf('group'))) {
        const groups = await db.selectFrom('groups').select(['id', 'name']).where('id', 'in', ids).execute();
        for (const { id, name } of groups) existing.set(`group:${id}`, { type: 'group', id, name });
    }
    return existing;
}

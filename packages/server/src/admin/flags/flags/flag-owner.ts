import { type Static, Type } from 'typebox';
import { imageUrl } from '../../../identity/accounts/users/user.queries.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';

const OWNER_KINDS = ['user', 'group'] as const;
type OwnerKind = (typeof OWNER_KINDS)[number];

/** Who answers for a flag: one person, or a group. */
export const FlagOwner = Type.Object(
    { type: Type.Enum([...OWNER_KINDS]), id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
    { $id: 'featureOwner', additionalProperties: false },
);
export type FlagOwner = Static<typeof FlagOwner>;

export const NamedOwner = Type.Object(
    { ...FlagOwner.properties, name: Type.String(), imageUrl: Type.Optional(Type.String()) },
    { $id: 'namedFeatureOwner', description: 'Owner of the flag; only for flags with an owner' },
);
export type NamedOwner = Static<typeof NamedOwner>;

/** The text form used in the column and in search filters: `user:5`. */
export const ownerText = ({ type, id }: FlagOwner) => `${type}:${id}`;

export function parseOwner(text: string): FlagOwner | undefined {
    const [, type, id] = /^(user|group):([1-9]\d{0,9})$/.exec(text) ?? [];
    // The expression lets no other kind in.
    return type === undefined ? undefined : { type: type as OwnerKind, id: Number(id) };
}

/** Those of the owners that exist, by their text: a person who was deleted owns nothing any more. */
export async function ownersBy(db: Db, texts: Iterable<string | null>): Promise<Map<string, NamedOwner>> {
    const found = new Map<string, NamedOwner>();
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
            found.set(ownerText(owner), owner);
        }
    }
    for (const ids of chunked(idsOf('group'))) {
        const groups = await db.selectFrom('groups').select(['id', 'name']).where('id', 'in', ids).execute();
        for (const { id, name } of groups) found.set(`group:${id}`, { type: 'group', id, name });
    }
    return found;
}

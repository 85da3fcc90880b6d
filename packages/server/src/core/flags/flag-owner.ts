import { type Static, Type } from 'typebox';

const OWNER_KINDS = ['user', 'group'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** The user or the group that is responsible for a flag. */
export const FlagOwner = Type.Object(
    { type: Type.Enum([...OWNER_KINDS]), id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
    { $id: 'featureOwner', additionalProperties: false },
);
export type FlagOwner = Static<typeof FlagOwner>;

/** The text form used in the column and in search filters: `user:5`. */
export const ownerText = ({ type, id }: FlagOwner) => `${type}:${id}`;

export function parseOwner(text: string): FlagOwner | undefined {
    const [, type, id] = /^(user|group):([1-9]\d{0,9})$/.exec(text) ?? [];
    // The expression lets no other kind in.
    return type === undefined ? undefined : { type: type as OwnerKind, id: Number(id) };
}

import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { invalid } from '../../../core/errors/errors.ts';
import {
    EXPORTED_MEMBERS,
    type ExportedMember,
    type FlagSettingsUpdate,
    type HalyardOnlyMember,
    MEMBER_NAMES,
    type MemberName,
    type MemberValue,
    memberOf,
} from '../../../core/flags/flag-members.ts';
import { ownerText } from '../../../core/flags/flag-owner.ts';
import { mapMembers } from '../../../core/flags/flag-settings.ts';
import { Nullable } from '../../../http/route/schemas.ts';
import type { Db } from '../../../storage/database.ts';
import { findOwners } from './flag-owner.ts';

type MemberSchema<M extends MemberName> = TUnsafe<MemberValue<M>>;

function schemaOf(name: MemberName): TSchema {
    const { schema, default: initial } = memberOf(name);
    return initial === null ? Nullable(schema) : schema;
}

/** The members of a request that creates or changes a flag. */
export const inputMembers = mapMembers(MEMBER_NAMES, (name) => Type.Optional(schemaOf(name))) as {
    [M in MemberName]: TOptional<MemberSchema<M>>;
};

/** The members of a response. */
export const outputMembers = mapMembers(MEMBER_NAMES, (name) =>
    memberOf(name).halyardOnly ? Type.Optional(schemaOf(name)) : schemaOf(name),
) as { [M in ExportedMember]: MemberSchema<M> } & { [M in HalyardOnlyMember]: TOptional<MemberSchema<M>> };

export const importedMembers = mapMembers(EXPORTED_MEMBERS, (name) => inputMembers[name]) as Pick<
    typeof inputMembers,
    ExportedMember
>;

export const exportedMembers = mapMembers(EXPORTED_MEMBERS, (name) => outputMembers[name]) as Pick<
    typeof outputMembers,
    ExportedMember
>;

/** The rules that a schema cannot express. Each check runs once for all values of a change. */
const CHECKS: { [M in MemberName]?: (db: Db, values: readonly MemberValue<M>[]) => Promise<void> } = {
    async type(db, types) {
        const known = new Set((await db.selectFrom('flag_types').select('id').execute()).map(({ id }) => id));
        const unknown = types.find((type) => !known.has(type));
        if (unknown === undefined) return;
        throw invalid(`The flag type ${unknown} does not exist. Use one of the existing feature types.`, '/body/type');
    },
    async owner(db, owners) {
        const named = owners.filter((owner) => owner !== null);
        const known = await findOwners(db, named.map(ownerText));
        const unknown = named.find((owner) => !known.has(ownerText(owner)));
        if (!unknown) return;
        throw invalid(
            `The owner does not exist: ${unknown.type} ${unknown.id}. Use an existing user or group.`,
            '/body/owner',
        );
    },
    async codeDefault(_, values) {
        if (values.every((value) => JSON.stringify(value).length <= MAX_DEFAULT_LENGTH)) return;
        throw invalid(
            `A codeDefault may have at most ${MAX_DEFAULT_LENGTH} characters as JSON. Use a smaller value.`,
            '/body/codeDefault',
        );
    },
};

/** Longer than any reasonable default in code. */
const MAX_DEFAULT_LENGTH = 10_000;

export async function checkSettings(db: Db, all: readonly FlagSettingsUpdate[]): Promise<void> {
    for (const name of MEMBER_NAMES) {
        const values = all.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
        // `values` has the type of the member, which TypeScript cannot infer.
        const check = CHECKS[name] as ((db: Db, values: readonly unknown[]) => Promise<void>) | undefined;
        if (values.length > 0) await check?.(db, values);
    }
}

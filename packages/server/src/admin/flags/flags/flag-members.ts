import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { invalid } from '../../../core/errors/errors.ts';
import { VALUE_TYPES, type ValueType } from '../../../core/settings/value-types.ts';
import { Nullable } from '../../../http/route/schemas.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { FlagOwner, ownersBy, ownerText, parseOwner } from './flag-owner.ts';

type Columns = Selectable<Tables['flags']>;

/** What people say of a flag as a whole, and how it is kept. */
interface Member<Schema extends TSchema, Column extends keyof Columns> {
    schema: Schema;
    column: Column;
    /** The default value. */
    initial: Static<Schema>;
    /**
     * Tools made for other products do not know it: it stays when a request leaves it out, is not in answers while
     * it is unset, and not in exports.
     */
    halyardOnly?: true;
    /** How the column holds it, where that is not the value itself. */
    stored?: { from(value: Static<Schema>): Columns[Column]; to(held: Columns[Column]): Static<Schema> };
    /** Refuses values that mean nothing here; asked once for all that a change brings. */
    check?(db: Db, values: readonly Static<Schema>[]): Promise<void>;
}

const member = <Schema extends TSchema, const Column extends keyof Columns>(
    declared: Member<Schema, Column> & { halyardOnly?: never },
) => declared;

const halyardMember = <Schema extends TSchema, const Column extends keyof Columns>(
    declared: Member<Schema, Column>,
) => ({
    ...declared,
    halyardOnly: true as const,
});

/**
 * Everything that people say of a flag as a whole: requests, answers, patches, events, copies, imports and exports
 * follow from this. One more member is an entry here, a column (a migration and `storage/tables.ts`), and its field
 * in the interface.
 */
export const FLAG_MEMBERS = {
    description: member({
        schema: Nullable(Type.String({ maxLength: 5_000 })),
        column: 'description',
        initial: null,
    }),
    type: member({
        schema: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Purpose of the flag: release, experiment, operational, kill-switch, permission or sunset',
        }),
        column: 'type',
        initial: 'release',
        check: requireTypes,
    }),
    impressionData: member({
        schema: Type.Boolean({ description: 'Whether SDKs emit impression events for the flag' }),
        column: 'impression_data',
        initial: false,
    }),
    owner: halyardMember({
        schema: Nullable(FlagOwner),
        column: 'owner',
        initial: null,
        stored: {
            from: (owner) => (owner === null ? null : ownerText(owner)),
            to: (text) => (text === null ? null : (parseOwner(text) ?? null)),
        },
        check: requireOwners,
    }),
    valueType: halyardMember({
        schema: Nullable(
            Type.Enum([...VALUE_TYPES], {
                description:
                    'Type of the values that code receives. Variants of other types are refused; null: not set',
            }),
        ),
        column: 'value_type',
        initial: null,
        stored: { from: (type) => type, to: (text) => text as ValueType | null },
    }),
    codeDefault: halyardMember({
        schema: Nullable(
            Type.Unknown({ description: 'Value that code uses if no evaluation is available; its type is valueType' }),
        ),
        column: 'code_default',
        initial: null,
        stored: {
            from: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
            to: (text) => (text === null ? null : (JSON.parse(text) as unknown)),
        },
        check: requireSmallDefaults,
    }),
};

/** As much as anyone writes into code. */
const MAX_DEFAULT_LENGTH = 10_000;

async function requireSmallDefaults(_: Db, values: readonly unknown[]): Promise<void> {
    if (values.every((value) => JSON.stringify(value).length <= MAX_DEFAULT_LENGTH)) return;
    throw invalid(
        `A codeDefault takes ${MAX_DEFAULT_LENGTH} characters as JSON. Give a smaller one.`,
        '/body/codeDefault',
    );
}

type Members = typeof FLAG_MEMBERS;
export type MemberName = keyof Members;
type HalyardOnlyMember = { [M in MemberName]: Members[M] extends { halyardOnly: true } ? M : never }[MemberName];

export const MEMBER_NAMES = Object.keys(FLAG_MEMBERS) as MemberName[];

/** The settings of a flag; unset members that only Halyard has are missing. */
export type FlagSettings = { [M in Exclude<MemberName, HalyardOnlyMember>]: Static<Members[M]['schema']> } & {
    [M in HalyardOnlyMember]?: Static<Members[M]['schema']>;
};

/** The settings in a request; missing members stay as they are. */
export type GivenSettings = { [M in MemberName]?: Static<Members[M]['schema']> | undefined };

type MemberColumns = Pick<Columns, Members[MemberName]['column']>;

// Where every member is treated alike, which one it is is lost to the compiler: these are its values and its column.
const declared = (name: MemberName) => FLAG_MEMBERS[name] as unknown as Member<TSchema, keyof Columns>;

const derive = <T>(of: (name: MemberName, member: Member<TSchema, keyof Columns>) => T | undefined) =>
    Object.fromEntries(
        MEMBER_NAMES.flatMap((name) => {
            const value = of(name, declared(name));
            return value === undefined ? [] : [[name, value]];
        }),
    ) as unknown;

/** The members of a request that creates or changes a flag. */
export const givenMembers = derive((_, { schema }) => Type.Optional(schema)) as {
    [M in MemberName]: TOptional<Members[M]['schema']>;
};

/** The members of an answer. */
export const saidMembers = derive((_, { schema, halyardOnly }) => (halyardOnly ? Type.Optional(schema) : schema)) as {
    [M in Exclude<MemberName, HalyardOnlyMember>]: Members[M]['schema'];
} & { [M in HalyardOnlyMember]: TOptional<Members[M]['schema']> };

/** The members that mean the same on another instance. */
const isExported = (name: MemberName) => !declared(name).halyardOnly;
type ExportedMember = Exclude<MemberName, HalyardOnlyMember>;

export const importedMembers = derive((name, { schema }) =>
    isExported(name) ? Type.Optional(schema) : undefined,
) as Pick<typeof givenMembers, ExportedMember>;

export const exportedMembers = derive((name, { schema }) => (isExported(name) ? schema : undefined)) as Pick<
    typeof saidMembers,
    ExportedMember
>;

/** The columns of a flag to which this is said; what is left out has its initial value, or the one it has in `before`. */
export function columnsOf(given: GivenSettings, before?: Columns): MemberColumns {
    const columns = MEMBER_NAMES.map((name) => {
        const { column, initial, stored, halyardOnly } = declared(name);
        const value = given[name];
        if (value === undefined && halyardOnly && before) return [column, before[column]];
        const kept = value === undefined ? initial : value;
        return [column, stored ? stored.from(kept) : kept];
    });
    return Object.fromEntries(columns) as MemberColumns;
}

/** The settings of a flag. */
export function settingsOf(row: MemberColumns): FlagSettings {
    return derive((_, { column, stored, halyardOnly }) => {
        const held = (row as Columns)[column];
        const value = stored ? stored.to(held) : held;
        return halyardOnly && value === null ? undefined : value;
    }) as FlagSettings;
}

/** Of what is said of a flag, what means the same on another instance. */
export const exportedSettings = <S extends Pick<GivenSettings, ExportedMember>>(settings: S) =>
    derive((name) => (isExported(name) ? settings[name as ExportedMember] : undefined)) as Pick<S, ExportedMember>;

/** Of what is said of a flag, what it does not say already. */
export const settingsThatDiffer = (given: GivenSettings, before: GivenSettings) =>
    derive((name) => (isDeepStrictEqual(given[name], before[name]) ? undefined : given[name])) as GivenSettings;

/** Refuses what means nothing here. */
export async function checkSettings(db: Db, all: readonly GivenSettings[]): Promise<void> {
    for (const name of MEMBER_NAMES) {
        const { check } = declared(name);
        const values = all.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
        if (values.length > 0) await check?.(db, values);
    }
}

async function requireTypes(db: Db, types: readonly string[]): Promise<void> {
    const known = new Set((await db.selectFrom('flag_types').select('id').execute()).map(({ id }) => id));
    const unknown = types.find((type) => !known.has(type));
    if (unknown !== undefined) {
        throw invalid(`There is no flag type ${unknown}. Use one of those listed under feature types.`, '/body/type');
    }
}

async function requireOwners(db: Db, owners: readonly (FlagOwner | null)[]): Promise<void> {
    const named = owners.filter((owner) => owner !== null);
    const known = await ownersBy(db, named.map(ownerText));
    const unknown = named.find((owner) => !known.has(ownerText(owner)));
    if (unknown) {
        throw invalid(
            `There is no ${unknown.type} ${unknown.id} who could own a flag. Name one that exists.`,
            '/body/owner',
        );
    }
}

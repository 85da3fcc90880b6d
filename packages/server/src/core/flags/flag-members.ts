import { type Static, type TSchema, Type } from 'typebox';
import { VALUE_TYPES, type ValueType } from '../settings/value-types.ts';
import { FlagOwner, ownerText, parseOwner } from './flag-owner.ts';

/** The declaration of one member of a flag. */
export interface FlagMember {
    /** The schema of a value. Members whose default is null also accept null. */
    schema: TSchema;
    column: string;
    columnType: 'text' | 'boolean';
    default: unknown;
    /** The conversion to and from the column, if the column does not contain the value itself. */
    stored?: { from(value: never): unknown; to(column: never): unknown };
    /**
     * Unleash and its tools do not know the member: a request that omits it does not change it, responses omit it while it is
     * unset, and exports do not contain it.
     */
    halyardOnly?: true;
    /** Whether SDK definitions contain the member. Changes of deciding members can require approval. */
    inDefinitions: 'describing' | 'deciding' | { never: string };
    /** Whether GitOps files contain the member. */
    inFiles: 'always' | 'unless default' | { never: string };
    /** The search for text in flags includes the member. */
    isSearched?: true;
}

/**
 * The members of a flag that do not depend on an environment. Columns, SDK definitions, requests, responses, events, history,
 * reverts, files, copies, imports and exports are derived from this list. `stale` is not in the list, because its value depends on
 * the age of the flag.
 */
export const FLAG_MEMBERS = {
    description: {
        schema: Type.String({ maxLength: 5_000 }),
        column: 'description',
        columnType: 'text',
        default: null,
        inDefinitions: 'describing',
        inFiles: 'unless default',
        isSearched: true,
    },
    type: {
        schema: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Purpose of the flag: release, experiment, operational, kill-switch, permission or sunset',
        }),
        column: 'type',
        columnType: 'text',
        default: 'release',
        inDefinitions: 'describing',
        inFiles: 'always',
    },
    impressionData: {
        schema: Type.Boolean({ description: 'Whether SDKs emit impression events for the flag' }),
        column: 'impression_data',
        columnType: 'boolean',
        default: false,
        inDefinitions: 'describing',
        inFiles: 'unless default',
    },
    owner: {
        schema: FlagOwner,
        column: 'owner',
        columnType: 'text',
        default: null,
        stored: {
            from: (owner: FlagOwner | null) => (owner === null ? null : ownerText(owner)),
            to: (text: string | null) => (text === null ? null : (parseOwner(text) ?? null)),
        },
        halyardOnly: true,
        inDefinitions: { never: 'SDKs must not receive personal data' },
        inFiles: { never: 'owners are users and groups of one instance' },
    },
    valueType: {
        schema: Type.Enum([...VALUE_TYPES], {
            description: 'Type of the values that code receives. Variants of other types are refused; null: not set',
        }),
        column: 'value_type',
        columnType: 'text',
        default: null,
        stored: { from: (type: ValueType | null) => type, to: (text: string | null) => text as ValueType | null },
        halyardOnly: true,
        inDefinitions: 'deciding',
        inFiles: 'unless default',
    },
    codeDefault: {
        schema: Type.Unknown({
            description: 'Value that code uses if no evaluation is available; its type is valueType',
        }),
        column: 'code_default',
        columnType: 'text',
        default: null,
        stored: {
            from: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
            to: (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown)),
        },
        halyardOnly: true,
        inDefinitions: 'describing',
        inFiles: 'unless default',
    },
} as const satisfies Record<string, FlagMember>;

type Members = typeof FLAG_MEMBERS;
export type MemberName = keyof Members;
export type MemberValue<M extends MemberName> =
    | Static<Members[M]['schema']>
    | (Members[M]['default'] extends null ? null : never);

/** The names of the members whose declaration has such a value. */
type MembersWith<Property extends keyof FlagMember, Value> = {
    [M in MemberName]: Members[M] extends { readonly [P in Property]: Value } ? M : never;
}[MemberName];
export type HalyardOnlyMember = MembersWith<'halyardOnly', true>;
export type ExportedMember = Exclude<MemberName, HalyardOnlyMember>;
export type PublishedMember = MembersWith<'inDefinitions', string>;
export type UnpublishedMember = Exclude<MemberName, PublishedMember>;
export type FileMember = MembersWith<'inFiles', string>;

type ColumnValue<M extends MemberName> =
    | (Members[M]['columnType'] extends 'boolean' ? boolean : string)
    | (Members[M]['default'] extends null ? null : never);

/** The columns of the table of flags that contain the members. */
export type MemberColumns = { [M in MemberName as Members[M]['column']]: ColumnValue<M> };
type MemberColumn = keyof MemberColumns;
export type PublishedColumn = Members[PublishedMember]['column'];

/** The settings of a flag; unset members that only Halyard has are missing. */
export type FlagSettings = { [M in ExportedMember]: MemberValue<M> } & { [M in HalyardOnlyMember]?: MemberValue<M> };

/** The settings in a request; missing members stay as they are. */
export type FlagSettingsUpdate = { [M in MemberName]?: MemberValue<M> | undefined };

/** All settings of a flag; unset members are null. */
export type CompleteSettings = { [M in MemberName]: MemberValue<M> };

// Generic code cannot know which member it handles, so values and conversions are untyped here.
interface AnyMember extends FlagMember {
    column: MemberColumn;
    stored?: { from(value: unknown): unknown; to(column: unknown): unknown };
}

export const memberOf = (name: MemberName): AnyMember => FLAG_MEMBERS[name] as AnyMember;

export const MEMBER_NAMES = Object.keys(FLAG_MEMBERS) as MemberName[];
const namesOf = <M extends MemberName>(filter: (member: AnyMember) => boolean) =>
    MEMBER_NAMES.filter((name) => filter(memberOf(name))) as M[];

export const EXPORTED_MEMBERS = namesOf<ExportedMember>(({ halyardOnly }) => !halyardOnly);
export const PUBLISHED_MEMBERS = namesOf<PublishedMember>(({ inDefinitions }) => typeof inDefinitions === 'string');
export const UNPUBLISHED_MEMBERS = namesOf<UnpublishedMember>(({ inDefinitions }) => typeof inDefinitions !== 'string');
export const DESCRIBING_MEMBERS = namesOf(({ inDefinitions }) => inDefinitions === 'describing');
export const DECIDING_MEMBERS = namesOf(({ inDefinitions }) => inDefinitions === 'deciding');
export const FILE_MEMBERS = namesOf<FileMember>(({ inFiles }) => typeof inFiles === 'string');
const SEARCHED_MEMBERS = namesOf<MembersWith<'isSearched', true>>(({ isSearched }) => isSearched === true);

export const MEMBER_COLUMNS = MEMBER_NAMES.map((name) => memberOf(name).column);
export const PUBLISHED_COLUMNS = PUBLISHED_MEMBERS.map((name) => FLAG_MEMBERS[name].column);
export const SEARCHED_COLUMNS = SEARCHED_MEMBERS.map((name) => FLAG_MEMBERS[name].column);

export const MEMBER_COLUMN_TYPES = Object.fromEntries(
    MEMBER_NAMES.map((name) => [memberOf(name).column, memberOf(name).columnType]),
) as { [M in MemberName as Members[M]['column']]: Members[M]['columnType'] };

import { isDeepStrictEqual } from 'node:util';
import {
    type CompleteSettings,
    EXPORTED_MEMBERS,
    type ExportedMember,
    type FlagSettings,
    type FlagSettingsUpdate,
    MEMBER_NAMES,
    type MemberColumns,
    type MemberName,
    memberOf,
    PUBLISHED_MEMBERS,
    type PublishedColumn,
    type PublishedMember,
} from './flag-members.ts';

/** An object with a value for each of these members; undefined: the member is left out. */
export function mapMembers<M extends MemberName>(names: readonly M[], getValue: (name: M) => unknown): unknown {
    const members: Partial<Record<M, unknown>> = {};
    for (const name of names) {
        const value = getValue(name);
        if (value !== undefined) members[name] = value;
    }
    return members;
}

/** The default values of all members. */
export const DEFAULT_SETTINGS = mapMembers(MEMBER_NAMES, (name) => memberOf(name).default) as CompleteSettings;

/** The columns for these settings. Missing members get their default, or keep the value in `before` if only Halyard has them. */
export function columnsOf(update: FlagSettingsUpdate, before?: MemberColumns): MemberColumns {
    const columns = MEMBER_NAMES.map((name) => {
        const { column, default: initial, stored, halyardOnly } = memberOf(name);
        const value = update[name];
        if (value === undefined && halyardOnly && before) return [column, before[column]];
        const effective = value === undefined ? initial : value;
        return [column, stored ? stored.from(effective) : effective];
    });
    return Object.fromEntries(columns) as MemberColumns;
}

function valueIn(row: Partial<MemberColumns>, name: MemberName): unknown {
    const { column, stored } = memberOf(name);
    return stored ? stored.to(row[column]) : row[column];
}

/** Unset members that only Halyard has are left out. */
const unlessUnset = (name: MemberName, value: unknown) =>
    memberOf(name).halyardOnly && (value === null || value === undefined) ? undefined : value;

const settingsIn = (row: Partial<MemberColumns>, names: readonly MemberName[]) =>
    mapMembers(names, (name) => unlessUnset(name, valueIn(row, name)));

/** The settings of a flag. */
export const settingsOf = (row: MemberColumns) => settingsIn(row, MEMBER_NAMES) as FlagSettings;

/** The settings of a flag in SDK definitions. */
export const publishedSettingsOf = (row: Pick<MemberColumns, PublishedColumn>) =>
    settingsIn(row, PUBLISHED_MEMBERS) as Pick<FlagSettings, PublishedMember>;

/** The settings with a value for each of these members; missing members have their default. */
export const completeSettings = <M extends MemberName>(settings: FlagSettingsUpdate, names: readonly M[]) =>
    mapMembers(names, (name) => settings[name] ?? memberOf(name).default) as Pick<CompleteSettings, M>;

/** These members of an object that contains settings. */
export const pickMembers = <S extends FlagSettingsUpdate, M extends MemberName>(settings: S, names: readonly M[]) =>
    mapMembers(names, (name) => unlessUnset(name, settings[name])) as Pick<FlagSettings, M>;

/** The settings that have the same meaning on another instance. */
export const exportedSettings = <S extends Pick<FlagSettingsUpdate, ExportedMember>>(settings: S) =>
    mapMembers(EXPORTED_MEMBERS, (name) => settings[name]) as Pick<S, ExportedMember>;

/** The given settings that differ from the settings before. */
export const changedSettings = (update: FlagSettingsUpdate, before: FlagSettingsUpdate) =>
    mapMembers(MEMBER_NAMES, (name) =>
        isDeepStrictEqual(update[name], before[name]) ? undefined : update[name],
    ) as FlagSettingsUpdate;

import { type Static, Type } from 'typebox';
import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { type FlagSettingsUpdate, MEMBER_COLUMNS, MEMBER_NAMES } from '../../../core/flags/flag-members.ts';
import { changedSettings, columnsOf, DEFAULT_SETTINGS, settingsOf } from '../../../core/flags/flag-settings.ts';
import { isSame } from '../../../core/flags/normal-form.ts';
import { applyPatch } from '../../../core/json/json-patch.ts';
import { type JsonPatch, validateAs } from '../../../http/route/schemas.ts';
import { chunked } from '../../../storage/chunked.ts';
import { mayArchiveIf } from './flag.access.ts';
import {
    type FlagAddress,
    type FlagRow,
    getFlagOrArchived,
    getFlagsOrArchived,
    isStale,
    listFlagsOf,
    toMetadata,
} from './flag.queries.ts';
import type { FlagMetadata, FlagUpdate } from './flag.schemas.ts';
import { archiveFlags, reviveFlags } from './flag-archive.commands.ts';
import { checkSettings, inputMembers } from './flag-member.schemas.ts';
import { hasOutlivedItsType, type Lifetimes, loadLifetimes } from './flag-staleness.queries.ts';

/** The settings of a flag that can be changed. Without `stale`, the age of the flag decides. */
interface Settings extends FlagSettingsUpdate {
    stale?: boolean;
    archived: boolean;
}

/** Replaces the settings of a flag. Omitted settings get their defaults, except `archived`, which is kept. */
export const updateFlag = withPermissionCheck(
    mayArchiveIf(({ settings }) => settings.archived),
    replaceSettings,
);

async function replaceSettings(
    change: Change,
    { project, name, settings }: FlagAddress & { settings: FlagUpdate },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    return saveSettings(change, flag, { ...settings, archived: settings.archived ?? flag.archived_at !== null });
}

/** Replaces the settings of many flags with few queries, without archiving or reviving any. Unchanged flags are not written. */
export async function updateFlags(
    change: Change,
    {
        project,
        updates,
        isDecided = false,
    }: {
        project: string;
        updates: readonly { name: string; settings: Omit<Settings, 'archived'> }[];
        /** Whether `stale` is a decision even if the flag already shows this value. */
        isDecided?: boolean;
    },
): Promise<void> {
    const { tx, now } = change;
    const names = updates.map(({ name }) => name);
    const [flags, lifetimes] = await Promise.all([getFlagsOrArchived(tx, project, names), loadLifetimes(tx)]);
    const pairs = await mapYielding(updates, ({ settings }, position): Revision => {
        const before = flags[position]!;
        const after = withSettings(before, settings, lifetimes, now);
        return { before, after: { ...after, ...(isDecided && { stale: settings.stale ?? after.stale }) } };
    });
    await checkSettings(
        tx,
        updates.map(({ settings }, position) => changedSettings(settings, settingsOf(flags[position]!))),
    );
    await saveFlags(
        change,
        pairs.filter(({ before, after }) => CHANGING.some((column) => !isSame(before[column], after[column]))),
    );
}

/** Changes single settings of a flag. The name and the project are part of its address and do not change. */
export const patchFlag = withPermissionCheck(
    mayArchiveIf(({ operations }, flag) => patched(flag, operations).archived),
    patchSettings,
);

async function patchSettings(
    change: Change,
    { project, name, operations }: FlagAddress & { operations: JsonPatch },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    const { stale, archived = false, ...settings } = patched(flag, operations);
    // Removed members get their default, like members missing from a replacement; members that only Halyard has become unset.
    return saveSettings(change, flag, {
        ...DEFAULT_SETTINGS,
        ...settings,
        ...(stale !== undefined && { stale }),
        archived,
    });
}

function patched(flag: FlagRow, operations: JsonPatch): Static<typeof PatchedFlag> {
    if (operations.some(({ path }) => path.includes('/variants'))) {
        throw notAllowed(
            'Variants are not changed with the flag. Use the variants of its environments or of its strategies.',
        );
    }
    return validateAs(PatchedFlag, applyPatch(toMetadata(flag), operations, { members: PATCHABLE }));
}

/** The document that a patch applies to. Only the settings can be changed, but all members can be copied from. */
const PATCHABLE = ['name', 'project', 'createdAt', 'stale', 'archived', ...MEMBER_NAMES];

/** A flag after a patch. Changes of read-only members are ignored. */
const PatchedFlag = Type.Object({
    ...inputMembers,
    stale: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
});

async function saveSettings(change: Change, before: FlagRow, settings: Settings): Promise<FlagMetadata> {
    const { tx, now } = change;
    await checkSettings(tx, [changedSettings(settings, settingsOf(before))]);
    const after = withSettings(before, settings, await loadLifetimes(tx), now);
    await saveFlags(change, [{ before, after }]);

    const { project, name } = before;
    if (settings.archived === (before.archived_at !== null)) return toMetadata(after);
    await (settings.archived ? archiveFlags : reviveFlags)(change, { project, names: [name] });
    return toMetadata(await getFlagOrArchived(tx, { project, name }));
}

/** Returns the row of a flag with new settings. */
function withSettings(
    before: FlagRow,
    settings: Omit<Settings, 'archived'>,
    lifetimes: Lifetimes,
    now: string,
): FlagRow {
    const columns = columnsOf(settings, before);
    // Otherwise the job detects an outlived flag and records a separate event.
    const isAgeChecked = columns.type !== before.type || settings.stale === undefined;
    const outlived = isAgeChecked
        ? hasOutlivedItsType({ type: columns.type, created_at: before.created_at }, lifetimes, now)
        : before.potentially_stale;
    return {
        ...before,
        ...columns,
        stale: decided(before, settings.stale, outlived),
        potentially_stale: outlived,
    };
}

/** Sending the current value is not a decision: clients send it along with other settings. */
function decided(before: FlagRow, requested: boolean | undefined, outlived: boolean): boolean | null {
    if (requested === undefined) return before.stale === outlived ? before.stale : null;
    return requested === isStale(before) ? before.stale : requested;
}

interface Revision {
    before: FlagRow;
    after: FlagRow;
}

/** The columns that can differ between both rows of a revision. */
const CHANGING = [...MEMBER_COLUMNS, 'stale', 'potentially_stale'] as const;

async function saveFlags({ tx, record }: Change, revisions: readonly Revision[]): Promise<void> {
    for (const chunk of chunked(revisions)) {
        await tx
            .insertInto('flags')
            .values(chunk.map(({ after }) => after))
            // All rows exist: the upsert updates many rows with different values in one statement.
            .onConflict((conflict) =>
                conflict
                    .column('name')
                    .doUpdateSet(({ ref }) =>
                        Object.fromEntries(CHANGING.map((column) => [column, ref(`excluded.${column}`)])),
                    ),
            )
            .execute();
    }
    for (const { before, after } of revisions) {
        const about = { featureName: before.name, project: before.project };
        record({ type: 'feature-metadata-updated', ...about, preData: toMetadata(before), data: toMetadata(after) });
        if (isStale(before) === isStale(after) && before.stale === after.stale) continue;
        record({ type: isStale(after) ? 'feature-stale-on' : 'feature-stale-off', ...about });
    }
}

/** Marks flags as stale or not stale. Flags that do not exist or are archived are ignored. */
export async function setFlagsStale(
    change: Change,
    { project, names, stale }: { project: string; names: readonly string[]; stale: boolean },
): Promise<void> {
    const flags = await listFlagsOf(change.tx, change.actor, { project, names });
    const differing = flags.filter((flag) => flag.archived_at === null && isStale(flag) !== stale);
    await saveFlags(
        change,
        differing.map((before) => ({ before, after: { ...before, stale } })),
    );
}

import { type Static, Type } from 'typebox';
import { guarded } from '../../changes/guarded.ts';
import type { Change } from '../../changes/write.ts';
import { notAllowed } from '../../core/errors.ts';
import { applyPatch } from '../../core/json-patch.ts';
import { type JsonPatch, shapedAs } from '../../http/schemas.ts';
import { mayArchiveSo } from './flag.access.ts';
import { type FlagAddress, type FlagRow, getFlagOrArchived, isStale, listFlagsOf, toMetadata } from './flag.queries.ts';
import type { FlagMetadata, FlagUpdate } from './flag.schemas.ts';
import { archiveFlags, reviveFlags } from './flag-archive.commands.ts';
import {
    checkSettings,
    columnsOf,
    FLAG_MEMBERS,
    type GivenSettings,
    givenMembers,
    MEMBER_NAMES,
    settingsOf,
} from './flag-members.ts';
import { hasOutlivedItsType } from './flag-staleness.queries.ts';

/** What can be changed about a flag as a whole. Without `stale`, its age decides. */
interface Settings extends GivenSettings {
    stale?: boolean;
    archived: boolean;
}

/** Replaces the settings of a flag: what is not given gets its default. Whether it is archived stays unless given. */
export const updateFlag = guarded(
    mayArchiveSo(({ settings }) => settings.archived),
    replaceSettings,
);

async function replaceSettings(
    change: Change,
    { project, name, settings }: FlagAddress & { settings: FlagUpdate },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    return saveSettings(change, flag, { ...settings, archived: settings.archived ?? flag.archived_at !== null });
}

/** Changes single settings of a flag. Its name and its project are part of its address and stay. */
export const patchFlag = guarded(
    mayArchiveSo(({ operations }, flag) => patched(flag, operations).archived),
    patchSettings,
);

async function patchSettings(
    change: Change,
    { project, name, operations }: FlagAddress & { operations: JsonPatch },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    const { stale, archived = false, ...settings } = patched(flag, operations);
    // What was removed gets its default, like what a replacement leaves out; what is ours has none but being unset.
    const removed = Object.fromEntries(MEMBER_NAMES.map((member) => [member, FLAG_MEMBERS[member].initial]));
    return saveSettings(change, flag, { ...removed, ...settings, ...(stale !== undefined && { stale }), archived });
}

function patched(flag: FlagRow, operations: JsonPatch): Static<typeof PatchedFlag> {
    if (operations.some(({ path }) => path.includes('/variants'))) {
        throw notAllowed(
            'Variants are not changed with the flag. Use the variants of its environments or of its strategies.',
        );
    }
    return shapedAs(PatchedFlag, applyPatch(toMetadata(flag), operations, { members: PATCHABLE }));
}

/** What a patch can name. Only the settings can be changed, but all can be copied from. */
const PATCHABLE = ['name', 'project', 'createdAt', 'stale', 'archived', ...MEMBER_NAMES];

/** A flag after a patch: whatever was put where only reading is possible is ignored. */
const PatchedFlag = Type.Object({
    ...givenMembers,
    stale: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
});

async function saveSettings(change: Change, before: FlagRow, settings: Settings): Promise<FlagMetadata> {
    const { tx, now } = change;
    await checkSettings(tx, [settings], settingsOf(before));
    const columns = columnsOf(settings, before);
    // Otherwise the job will notice, and say so in an event of its own.
    const isToBeJudged = columns.type !== before.type || settings.stale === undefined;
    const outlived = isToBeJudged
        ? await hasOutlivedItsType(tx, { type: columns.type, created_at: before.created_at }, now)
        : before.potentially_stale;
    const after = {
        ...before,
        ...columns,
        stale: decided(before, settings.stale, outlived),
        potentially_stale: outlived,
    };
    await saveFlag(change, before, after);

    const { project, name } = before;
    if (settings.archived === (before.archived_at !== null)) return toMetadata(after);
    await (settings.archived ? archiveFlags : reviveFlags)(change, { project, names: [name] });
    return toMetadata(await getFlagOrArchived(tx, { project, name }));
}

/** Saying what the flag shows anyway is not a decision: tools send it along with other settings. */
function decided(before: FlagRow, wanted: boolean | undefined, outlived: boolean): boolean | null {
    if (wanted === undefined) return before.stale === outlived ? before.stale : null;
    return wanted === isStale(before) ? before.stale : wanted;
}

async function saveFlag({ tx, record }: Change, before: FlagRow, after: FlagRow): Promise<void> {
    await tx.updateTable('flags').set(after).where('name', '=', before.name).execute();
    const about = { featureName: before.name, project: before.project };
    record({ type: 'feature-metadata-updated', ...about, preData: toMetadata(before), data: toMetadata(after) });
    if (isStale(before) !== isStale(after)) {
        record({ type: isStale(after) ? 'feature-stale-on' : 'feature-stale-off', ...about });
    }
}

/** Marks flags as stale or not; flags that do not exist or are archived stay out of it. */
export async function setFlagsStale(
    change: Change,
    { project, names, stale }: { project: string; names: readonly string[]; stale: boolean },
): Promise<void> {
    for (const flag of await listFlagsOf(change.tx, project, names)) {
        if (flag.archived_at === null && isStale(flag) !== stale) await saveFlag(change, flag, { ...flag, stale });
    }
}

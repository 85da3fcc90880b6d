import type { Change } from '../../changes/write.ts';
import { may } from '../../core/actor.ts';
import { invalid, noAccess } from '../../core/errors.ts';
import { DEFAULT_TYPE, requireType } from './flag.commands.ts';
import { type FlagAddress, type FlagRow, getFlagOrArchived, isStale, listFlagsOf, toMetadata } from './flag.queries.ts';
import { type FlagMetadata, type FlagUpdate, MAX_DESCRIPTION, type PatchOperations } from './flag.schemas.ts';
import { archiveFlags, reviveFlags } from './flag-archive.commands.ts';
import { type FlagDocument, patched } from './flag-patch.ts';
import { hasOutlivedItsType } from './flag-staleness.queries.ts';

/** What can be changed about a flag as a whole. Without `stale`, its age decides. */
interface Settings {
    description: string | null;
    type: string;
    impressionData: boolean;
    stale?: boolean;
    archived: boolean;
}

/** Replaces the settings of a flag: what is not given gets its default. Whether it is archived stays unless given. */
export async function updateFlag(
    change: Change,
    { project, name, settings }: FlagAddress & { settings: FlagUpdate },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    return saveSettings(change, flag, {
        description: settings.description ?? null,
        type: settings.type ?? DEFAULT_TYPE,
        impressionData: settings.impressionData ?? false,
        ...(settings.stale !== undefined && { stale: settings.stale }),
        archived: settings.archived ?? flag.archived_at !== null,
    });
}

/** Changes single settings of a flag. Its name and its project are part of its address and stay. */
export async function patchFlag(
    change: Change,
    { project, name, operations }: FlagAddress & { operations: PatchOperations },
): Promise<FlagMetadata> {
    const flag = await getFlagOrArchived(change.tx, { project, name });
    const document = new Map<string, unknown>(Object.entries(toMetadata(flag)));
    return saveSettings(change, flag, settingsIn(patched(document, PATCHABLE, operations)));
}

const PATCHABLE = ['name', 'description', 'type', 'project', 'stale', 'createdAt', 'impressionData', 'archived'];

function settingsIn(document: FlagDocument): Settings {
    const boolean = (member: string) => {
        const value = document.get(member);
        if (typeof value === 'boolean') return value;
        throw invalid(`\`${member}\` must be true or false.`, `/body/${member}`);
    };
    const { description = null, type = DEFAULT_TYPE } = Object.fromEntries(document);
    if (typeof type !== 'string') throw invalid('`type` must be the name of a flag type.', '/body/type');
    if (description !== null && typeof description !== 'string') {
        throw invalid('`description` must be text or null.', '/body/description');
    }
    if (description !== null && description.length > MAX_DESCRIPTION) {
        throw invalid(`\`description\` must not be longer than ${MAX_DESCRIPTION} characters.`);
    }
    return {
        description,
        type,
        impressionData: document.has('impressionData') && boolean('impressionData'),
        ...(document.has('stale') && { stale: boolean('stale') }),
        archived: document.has('archived') && boolean('archived'),
    };
}

async function saveSettings(change: Change, before: FlagRow, settings: Settings): Promise<FlagMetadata> {
    const { tx, now, actor } = change;
    if (
        settings.archived &&
        before.archived_at === null &&
        !may(actor, 'DELETE_FEATURE', { project: before.project })
    ) {
        throw noAccess(['DELETE_FEATURE'], ` in project "${before.project}"`);
    }
    if (settings.type !== before.type) await requireType(tx, settings.type);
    // Otherwise the job will notice, and say so in an event of its own.
    const isToBeJudged = settings.type !== before.type || settings.stale === undefined;
    const outlived = isToBeJudged
        ? await hasOutlivedItsType(tx, { type: settings.type, created_at: before.created_at }, now)
        : before.potentially_stale;
    const after = {
        ...before,
        description: settings.description,
        type: settings.type,
        impression_data: settings.impressionData,
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

import {
    type CompleteSettings,
    UNPUBLISHED_MEMBERS,
    type UnpublishedMember,
} from '../../../core/flags/flag-members.ts';
import { completeSettings } from '../../../core/flags/flag-settings.ts';
import { isSame } from '../../../core/flags/normal-form.ts';
import type { Db } from '../../../storage/database.ts';

type UnpublishedSettings = Pick<CompleteSettings, UnpublishedMember>;

/** The settings before and after a change, by flag. */
export type UnpublishedChanges = Map<string, { before: UnpublishedSettings; after: UnpublishedSettings }>;

/** Returns the changes of members that are not part of publications. They are read from events, which contain all settings. */
export async function unpublishedChanges(
    db: Db,
    { project, first, last }: { project: string; first: number; last: number },
): Promise<UnpublishedChanges> {
    const events = await db
        .selectFrom('events')
        .select(['feature_name', 'pre_data', 'data'])
        .where('id', '>=', first)
        .where('id', '<=', last)
        .where('type', '=', 'feature-metadata-updated')
        .where('project', '=', project)
        .orderBy('id')
        .execute();
    const changes: UnpublishedChanges = new Map();
    for (const { feature_name: name, pre_data, data } of events) {
        const before = changes.get(name!)?.before ?? completeSettings(pre_data ?? {}, UNPUBLISHED_MEMBERS);
        changes.set(name!, { before, after: completeSettings(data ?? {}, UNPUBLISHED_MEMBERS) });
    }
    for (const [name, { before, after }] of changes) if (isSame(before, after)) changes.delete(name);
    return changes;
}

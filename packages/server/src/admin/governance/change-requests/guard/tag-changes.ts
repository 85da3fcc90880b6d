import { type FlagInProjectEnvironment, isEmptyFlag } from '../../../../changes/touched.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import { flagsPublished } from '../../../../publications/publish.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import type { Tag } from '../../../catalogue/tags/tag.schemas.ts';

/** The tags that a flag has after a change and did not have before, and the reverse. */
export interface TagChange {
    name: string;
    project: string;
    added: Tag[];
    removed: Tag[];
}

export const isTagEvent = ({ type }: NewEvent) => type === 'feature-tagged' || type === 'feature-untagged';

/** Returns the effect of events on the tags of flags that existed before, sorted by flag name. */
export function tagChangesIn(events: readonly NewEvent[]): TagChange[] {
    const changes = new Map<string, { project: string; tags: Map<string, { tag: Tag; balance: number }> }>();
    const created = new Set<string>();
    for (const event of events) {
        if (event.type === 'feature-created') created.add(event.featureName);
        if (event.type !== 'feature-tagged' && event.type !== 'feature-untagged') continue;
        const { featureName, project } = event;
        // A tag event contains the tag.
        const tag = (event.type === 'feature-tagged' ? event.data : event.preData) as Tag;
        const { tags } = changes.get(featureName) ?? { tags: new Map<string, { tag: Tag; balance: number }>() };
        changes.set(featureName, { project, tags });
        const key = tagName(tag);
        const balance = (tags.get(key)?.balance ?? 0) + (event.type === 'feature-tagged' ? 1 : -1);
        tags.set(key, { tag: { type: tag.type, value: tag.value }, balance });
    }
    return [...changes]
        .map(([name, { project, tags }]) => ({
            name,
            project,
            added: [...tags.values()].filter(({ balance }) => balance > 0).map(({ tag }) => tag),
            removed: [...tags.values()].filter(({ balance }) => balance < 0).map(({ tag }) => tag),
        }))
        .filter(({ name, added, removed }) => !created.has(name) && added.length + removed.length > 0)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the name of a tag in approval rules and SDKs. */
export const tagName = ({ type, value }: Tag) => `${type}:${value}`;

/**
 * Returns the flags and environments in which SDKs that filter by tag would receive different flags. A flag that is off and has no
 * strategies may gain tags, because a new flag may have them too.
 */
export async function environmentsOfTagChanges(
    db: Db,
    changes: readonly TagChange[],
): Promise<FlagInProjectEnvironment[]> {
    const protectedEnvironments: FlagInProjectEnvironment[] = [];
    const changeOf = new Map(changes.map((change) => [change.name, change]));
    for (const names of chunked([...changeOf.keys()])) {
        const rows = await flagsPublished(db, { names });
        const hidden = new Map(
            rows
                .filter(({ kind }) => kind === 'hidden')
                .map((row) => [`${row.environment}/${row.name}`, row.definition]),
        );
        for (const { kind, environment, name, definition } of rows) {
            if (kind !== 'flag' || definition === null) continue;
            const { project, removed } = changeOf.get(name)!;
            const isEmpty = isEmptyFlag(definition, hidden.get(`${environment}/${name}`) ?? null);
            if (removed.length > 0 || !isEmpty) protectedEnvironments.push({ project, environment, name });
        }
    }
    return protectedEnvironments;
}

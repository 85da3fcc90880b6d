import type { Db } from '../../../../storage/database.ts';
import type { Tag } from '../../../catalogue/tags/tag.schemas.ts';
import { findFlags } from '../../../flags/flags/flag.queries.ts';
import { ProtectedEnvironments } from '../guard/protected-environments.ts';
import { tagName } from '../guard/tag-changes.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';

/**
 * Returns the ids of the changes that break glass does not cover: of the approval rules, and the loss of a tag or type that the rules
 * name. The guard decides when the request is applied; this tells users before.
 */
export async function uncoveredByBreakGlass(db: Db, { project, changes }: StoredRequest): Promise<number[]> {
    const environments = new ProtectedEnvironments();
    await environments.ofProjects(db, [project]);
    const rules = environments.inProject(project);
    const types = await typesBefore(db, changes);
    const isNamed = (change: ChangeRow) =>
        rules.some(
            ({ namedTags, namedTypes }) =>
                removedTags(change).some((tag) => namedTags.has(tagName(tag))) ||
                (isRetyped(change, types) && namedTypes.has(types.get(change.feature!)!)),
        );
    return changes
        .filter((change) => change.action === 'updateChangeRequestConfig' || isNamed(change))
        .map(({ id }) => id);
}

async function typesBefore(db: Db, changes: readonly ChangeRow[]): Promise<Map<string, string>> {
    const names = changes.flatMap((change) => (newType(change) === undefined ? [] : (change.feature ?? [])));
    const flags = names.length === 0 ? new Map() : await findFlags(db, [...new Set(names)]);
    return new Map([...flags].map(([name, { type }]) => [name, type]));
}

const isRetyped = (change: ChangeRow, types: ReadonlyMap<string, string>) =>
    newType(change) !== undefined && types.get(change.feature!) !== newType(change);

const newType = ({ action, payload }: ChangeRow): string | undefined =>
    action === 'updateFeature' ? (payload as { type?: string }).type : undefined;

const removedTags = ({ action, payload }: ChangeRow): readonly Tag[] =>
    action === 'updateTags' ? ((payload as { removedTags?: Tag[] }).removedTags ?? []) : [];

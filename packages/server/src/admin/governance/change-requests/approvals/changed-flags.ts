import { actionNamed } from '../../../../changes/action-registry.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import { listFlagsWithSegments } from '../../../../storage/strategies/strategy-uses.ts';
import { tagOf } from '../../../catalogue/tags/tag.commands.ts';
import { tagName } from '../guard/tag-changes.ts';
import { segmentIdOf } from '../merge/targets.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import type { ApprovalContext } from './approvals.ts';

type FlagFacts = Pick<ApprovalContext, 'tags' | 'flagTypes'>;

/**
 * Returns the tags and types of the flags that a request affects, by project: flags that it names, flags that depend on them, and flags
 * that use a segment that it changes. Tags and types that the request itself sets count in every project.
 */
export async function changedFlagFacts(
    db: Db,
    changes: StoredRequest['changes'],
): Promise<(project: string) => FlagFacts> {
    const named = [...new Set(changes.flatMap(({ feature }) => feature ?? []))];
    const [children, users] = await Promise.all([childrenOf(db, named), usersOf(db, changes.flatMap(segmentIdOf))]);
    const facts = await tagsAndTypesOf(db, [...new Set([...named, ...children, ...users])]);
    const proposed = proposedTagsAndTypes(changes);
    return (project) => {
        const { tags = [], flagTypes = [] } = facts.get(project) ?? {};
        return {
            tags: new Set([...tags, ...proposed.tags]),
            flagTypes: new Set([...flagTypes, ...proposed.flagTypes]),
        };
    };
}

async function childrenOf(db: Db, parents: readonly string[]): Promise<string[]> {
    const children: string[] = [];
    for (const names of chunked(parents)) {
        const rows = await db.selectFrom('flag_dependencies').select('child').where('parent', 'in', names).execute();
        children.push(...rows.map(({ child }) => child));
    }
    return children;
}

async function usersOf(db: Db, segments: readonly number[]): Promise<string[]> {
    const users: string[] = [];
    for (const ids of chunked([...new Set(segments)])) {
        const rows = await listFlagsWithSegments(db, ids);
        users.push(...rows.map(({ flag }) => flag));
    }
    return users;
}

async function tagsAndTypesOf(db: Db, flags: readonly string[]) {
    const facts = new Map<string, { tags: Set<string>; flagTypes: Set<string> }>();
    for (const names of chunked(flags)) {
        const [tagged, typed] = await Promise.all([
            db.selectFrom('flag_tags').selectAll().where('flag', 'in', names).execute(),
            db.selectFrom('flags').select(['name', 'project', 'type']).where('name', 'in', names).execute(),
        ]);
        const tagsOf = Map.groupBy(tagged, ({ flag }) => flag);
        for (const { name, project, type } of typed) {
            const own = facts.get(project) ?? { tags: new Set(), flagTypes: new Set() };
            facts.set(project, own);
            own.flagTypes.add(type);
            for (const tag of tagsOf.get(name) ?? []) own.tags.add(tagName(tag));
        }
    }
    return facts;
}

/** Returns the tags and types that the request itself sets. The rules for them apply to the request too. */
function proposedTagsAndTypes(changes: StoredRequest['changes']) {
    const tags = new Set<string>();
    const flagTypes = new Set<string>();
    for (const { action, payload } of changes) {
        const labels = actionNamed(action)?.labels?.(payload ?? {});
        if (labels?.type !== undefined) flagTypes.add(labels.type);
        for (const tag of labels?.tags ?? []) tags.add(tagName(tagOf(tag)));
    }
    return { tags, flagTypes };
}

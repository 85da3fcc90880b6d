import { createHash } from 'node:crypto';
import type { AdminActor } from '../../../core/access/actor.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { FlagAddress } from '../../flags/flags/flag.queries.ts';
import { readFlags } from '../gitops/current-state.ts';
import type { FlagDocument } from '../gitops/file.schemas.ts';
import { toFlagFile } from '../gitops/file-form.ts';

/** A flag as a document, with the tag of its content for conditional requests. */
export interface TaggedDocument {
    document: FlagDocument;
    tag: string;
}

/** Returns the document of a flag of the project that is not archived. */
export async function findFlagDocument(
    db: Db,
    actor: AdminActor,
    { project, name }: FlagAddress,
): Promise<TaggedDocument | undefined> {
    const flag = (await readFlags(db, actor, [name])).get(name);
    if (!flag || flag.current.isArchived || flag.current.project !== project) return undefined;
    const ids = new Set<number>();
    toFlagFile(name, flag, (id) => {
        ids.add(id);
        return '';
    });
    const names = await segmentNames(db, actor, [...ids]);
    const document = toFlagFile(name, flag, (id) => names.get(id) ?? `#${id}`);
    return { document, tag: createHash('sha256').update(canonicalJson(document)).digest('hex').slice(0, 32) };
}

async function segmentNames(db: Db, actor: AdminActor, ids: readonly number[]): Promise<Map<number, string>> {
    const names = new Map<number, string>();
    for (const chunk of chunked(ids)) {
        const rows = await db
            .selectFrom('segments')
            .select(['id', 'name'])
            .where('id', 'in', chunk)
            .where(inKnownProject(actor, 'segments.project'))
            .execute();
        for (const { id, name } of rows) names.set(id, name);
    }
    return names;
}

import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { listFlagNames } from '../../flags/flags/flag.queries.ts';
import { readFlags, readProjectsAndSegments } from './current-state.ts';
import type { FlagDocument, SegmentDocument, TemplateDocument } from './file.schemas.ts';
import { toFlagFile, toSegmentFile } from './file-form.ts';
import { toTemplateFile } from './template-plan.ts';

/** Returns the flags, segments and release templates of a project in the format of files. */
export async function listDocuments(
    db: Db,
    actor: AdminActor,
    { project, globalSegments }: { project: string; globalSegments: boolean },
): Promise<{ flags: FlagDocument[]; segments: SegmentDocument[]; templates: TemplateDocument[] }> {
    const { segments, templates } = await readProjectsAndSegments(db, actor, [project]);
    const nameOf = new Map([...segments.values()].map(({ id, name }) => [id, name]));
    const nameOfSegment = (id: number) => nameOf.get(id) ?? `#${id}`;
    const isIncluded = (owner: string | null) => owner === project || (globalSegments && owner === null);
    const documents: FlagDocument[] = [];
    for (const chunk of chunked(await listFlagNames(db, project))) {
        const flags = await readFlags(db, actor, chunk);
        const known = chunk.filter((name) => flags.has(name));
        documents.push(...(await mapYielding(known, (name) => toFlagFile(name, flags.get(name)!, nameOfSegment))));
    }
    return {
        flags: documents,
        segments: [...segments.values()].filter((segment) => isIncluded(segment.project)).map(toSegmentFile),
        templates: [...templates.values()]
            .filter((template) => template.archived_at === null && isIncluded(template.project))
            .map((template) => toTemplateFile(template, nameOfSegment)),
    };
}

/** Returns those of the environments in which changes need approval. */
export async function approvalsFor(
    db: Db,
    environments: readonly { project: string; environment: string }[],
): Promise<{ project: string; environment: string }[]> {
    if (environments.length === 0) return [];
    const rows = await db
        .selectFrom('change_request_settings')
        .select(['project', 'environment'])
        .orderBy('project')
        .orderBy('environment')
        .execute();
    const changed = new Set(environments.map(({ project, environment }) => JSON.stringify([project, environment])));
    return rows.filter(({ project, environment }) => changed.has(JSON.stringify([project, environment])));
}

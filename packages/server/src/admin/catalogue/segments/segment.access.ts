import type { Change } from '../../../changes/change.ts';
import { type AdminActor, may, mayKnowOf, type Scope } from '../../../core/access/actor.ts';
import { noAccess } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findSegment } from './segment.queries.ts';

export const scopeOf = (project: string | null | undefined): Scope => (project ? { project } : {});

/** Returns the project of a segment; no project for invalid ids and for segments hidden from the actor. */
export async function segmentScope(db: Db, actor: AdminActor, id: unknown): Promise<Scope> {
    const segment = /^\d{1,9}$/.test(String(id)) ? await findSegment(db, Number(id)) : undefined;
    return segment && mayKnowOf(actor, segment.project) ? scopeOf(segment.project) : {};
}

/** Moving a segment requires the permission in its current project and in the target project. */
export function maySetSegmentProject({ actor }: Pick<Change, 'actor'>, { project }: { project?: string | null }): void {
    if (may(actor, 'UPDATE_SEGMENT') || may(actor, 'UPDATE_PROJECT_SEGMENT', scopeOf(project))) return;
    throw noAccess(['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']);
}

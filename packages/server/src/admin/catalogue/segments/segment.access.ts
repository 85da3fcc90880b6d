import type { Change } from '../../../changes/write.ts';
import { type AdminActor, may, mayKnowOf, type Scope } from '../../../core/access/actor.ts';
import { noAccess } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findSegment } from './segment.queries.ts';

export const scopeOf = (project: string | null | undefined): Scope => (project ? { project } : {});

/** Where a segment belongs. What is no id has no project, and neither has a segment that is hidden from the actor. */
export async function segmentScope(db: Db, actor: AdminActor, id: unknown): Promise<Scope> {
    const segment = /^\d{1,9}$/.test(String(id)) ? await findSegment(db, Number(id)) : undefined;
    return segment && mayKnowOf(actor, segment.project) ? scopeOf(segment.project) : {};
}

/** Who may change a segment where it is must also be allowed to put it where it goes. */
export function mayPutSegment({ actor }: Pick<Change, 'actor'>, { project }: { project?: string | null }): void {
    if (may(actor, 'UPDATE_SEGMENT') || may(actor, 'UPDATE_PROJECT_SEGMENT', scopeOf(project))) return;
    throw noAccess(['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']);
}

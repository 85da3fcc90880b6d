import { eventsBackTo } from '../../../changes/past/undo-events.ts';
import type { Db } from '../../../storage/database.ts';
import { toEnvironment } from './environment.queries.ts';
import type { Environment } from './environment.schemas.ts';

type PastEnvironment = ReturnType<typeof toEnvironment>;

/** Returns the environments at a revision, by name, in the display order of that time. */
export async function environmentsAt(db: Db, revision: number): Promise<Map<string, PastEnvironment>> {
    const rows = await db.selectFrom('environments').selectAll().execute();
    const environments = new Map(rows.map((row) => [row.name, toEnvironment(row)]));
    const types = ['environment-created' as const, 'environment-updated' as const, 'environment-deleted' as const];
    for await (const { type, environment, preData } of eventsBackTo(db, { types, revision })) {
        if (type === 'environment-created') environments.delete(environment!);
        // The state before a change is complete, in wire format.
        else environments.set(environment!, preData as Environment);
    }
    return new Map(
        [...environments].sort(([a, one], [b, other]) => one.sortOrder - other.sortOrder || (a < b ? -1 : 1)),
    );
}

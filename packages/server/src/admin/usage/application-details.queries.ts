import type { AdminActor } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { inKnownProject } from '../../storage/known-projects.ts';
import { getApplication } from './application.queries.ts';
import type { ApplicationDetails } from './application.schemas.ts';

/** A page shows so many of each. */
const MOST = 1_000;

/** One application with its instances, newest first, and the flags that it asks for. */
export async function getApplicationDetails(db: Db, actor: AdminActor, name: string): Promise<ApplicationDetails> {
    const application = await getApplication(db, actor, name);
    const seenToggles = [...(await listSeenFlags(db, actor, name)), ...(await listUnknownFlagsOf(db, actor, name))];
    return {
        ...application,
        instances: await listAllInstances(db, actor, application),
        seenToggles,
        links: { self: `/api/admin/metrics/applications/${encodeURIComponent(name)}` },
    };
}

/** Those in environments where it asks for flags that the actor may know of. */
async function listAllInstances(
    db: Db,
    { hiddenProjects }: AdminActor,
    { appName, usage }: Pick<ApplicationDetails, 'appName' | 'usage'>,
) {
    const known = [...new Set(usage.flatMap(({ environments }) => environments))];
    if (hiddenProjects.length > 0 && known.length === 0) return [];
    return db
        .selectFrom('app_instances')
        .select([
            'instance_id as instanceId',
            'environment',
            'client_ip as clientIp',
            'sdk_version as sdkVersion',
            'seen_at as lastSeen',
        ])
        .where('app', '=', appName)
        .$if(hiddenProjects.length > 0, (query) => query.where('environment', 'in', known))
        .orderBy('seen_at', 'desc')
        .orderBy('environment')
        .orderBy('instance_id')
        .limit(MOST)
        .execute();
}

const listSeenFlags = (db: Db, actor: AdminActor, app: string) =>
    db
        .selectFrom('usage')
        .innerJoin('flags', 'flags.name', 'usage.flag')
        .select(['flags.name', 'flags.type', 'flags.description', 'flags.project'])
        .distinct()
        .where('usage.app', '=', app)
        .where(inKnownProject(actor, 'flags.project'))
        .orderBy('flags.name')
        .limit(MOST)
        .execute();

/** A name that is unknown here may be one of a project that the actor is not to know of. */
async function listUnknownFlagsOf(db: Db, { hiddenProjects }: AdminActor, app: string) {
    if (hiddenProjects.length > 0) return [];
    const rows = await db
        .selectFrom('unknown_flags')
        .select('name')
        .distinct()
        .where('app', '=', app)
        .orderBy('name')
        .limit(MOST)
        .execute();
    return rows.map(({ name }) => ({ name, notFound: true }));
}

import type { AdminActor } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { getApplication } from './application.queries.ts';
import type { ApplicationDetails } from './application.schemas.ts';
import { isVisibleUnknownFlag, usesKnownFlag } from './known-applications.ts';

/** The maximum number of instances and flags that are returned. */
const MAX_ROWS = 1_000;

/** Returns an application with its instances, newest first, and the flags that it evaluates. */
export async function getApplicationDetails(db: Db, actor: AdminActor, name: string): Promise<ApplicationDetails> {
    const application = await getApplication(db, actor, name);
    return {
        ...application,
        instances: await listAllInstances(db, actor, name),
        seenToggles: [...(await listSeenFlags(db, actor, name)), ...(await listMissingFlags(db, actor, name))],
        links: { self: `/api/admin/metrics/applications/${encodeURIComponent(name)}` },
    };
}

const listAllInstances = (db: Db, actor: AdminActor, app: string) =>
    db
        .selectFrom('app_instances')
        .select([
            'instance_id as instanceId',
            'environment',
            'client_ip as clientIp',
            'sdk_version as sdkVersion',
            'seen_at as lastSeen',
        ])
        .where('app', '=', app)
        .where(usesKnownFlag(db, actor, 'app_instances.app', 'app_instances.environment'))
        .orderBy('seen_at', 'desc')
        .orderBy('environment')
        .orderBy('instance_id')
        .limit(MAX_ROWS)
        .execute();

/** Returns the evaluated flags with the environments in which the application evaluates them. */
async function listSeenFlags(db: Db, actor: AdminActor, app: string) {
    const flags = await db
        .selectFrom('usage')
        .innerJoin('flags', 'flags.name', 'usage.flag')
        .select(['flags.name', 'flags.type', 'flags.description', 'flags.project'])
        .distinct()
        .where('usage.app', '=', app)
        .where(inKnownProject(actor, 'flags.project'))
        .orderBy('flags.name')
        .limit(MAX_ROWS)
        .execute();
    const environments: NamedEnvironment[] = [];
    for (const names of chunked(flags.map(({ name }) => name))) {
        const rows = await db
            .selectFrom('usage')
            .select(['flag as name', 'environment'])
            .distinct()
            .where('app', '=', app)
            .where('flag', 'in', names)
            .orderBy('environment')
            .execute();
        environments.push(...rows);
    }
    const environmentsOf = byName(environments);
    return flags.map((flag) => ({ ...flag, environments: environmentsOf(flag.name) }));
}

async function listMissingFlags(db: Db, actor: AdminActor, app: string) {
    const rows = await db
        .selectFrom('unknown_flags')
        .select(['name', 'environment'])
        .where('app', '=', app)
        .where(isVisibleUnknownFlag(db, actor))
        .orderBy('name')
        .orderBy('environment')
        .limit(MAX_ROWS)
        .execute();
    const environmentsOf = byName(rows);
    return [...new Set(rows.map(({ name }) => name))].map((name) => ({
        name,
        notFound: true,
        environments: environmentsOf(name),
    }));
}

interface NamedEnvironment {
    name: string;
    environment: string;
}

function byName(environments: readonly NamedEnvironment[]): (name: string) => string[] {
    const grouped = Map.groupBy(environments, ({ name }) => name);
    return (name) => (grouped.get(name) ?? []).map(({ environment }) => environment);
}

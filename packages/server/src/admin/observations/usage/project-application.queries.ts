import { sql } from 'kysely';
import type { Page } from '../../../http/route/paging.ts';
import { chunked } from '../../../storage/chunked.ts';
import { contains } from '../../../storage/contains.ts';
import type { Db } from '../../../storage/database.ts';
import type { ProjectApplication } from './project-application.schemas.ts';

/** Returns a query for the applications that evaluate flags of the project. */
export const applicationsOf = (db: Db, project: string) =>
    db
        .selectFrom('applications')
        .where(({ exists, selectFrom }) =>
            exists(
                selectFrom('project_applications')
                    .select('project_applications.app')
                    .whereRef('project_applications.app', '=', 'applications.name')
                    .where('project_applications.project', '=', project),
            ),
        );

interface Search extends Page {
    project: string;
    query: string | undefined;
    sortBy: 'name' | 'seen_at';
    descending: boolean;
}

export async function searchProjectApplications(
    db: Db,
    { project, query, sortBy, descending, offset, limit }: Search,
): Promise<{ applications: ProjectApplication[]; total: number }> {
    const matching = applicationsOf(db, project).$if(query !== undefined, (select) =>
        select.where((row) => contains(row.ref('applications.name'), query!)),
    );
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
        .select('name')
        .orderBy(sortBy, descending ? 'desc' : 'asc')
        .orderBy('name')
        .offset(offset)
        .limit(limit)
        .execute();
    const names = rows.map(({ name }) => name);
    const environments = await environmentsOf(db, project, names);
    const instances = await instancesOf(db, names);
    const applications = names.map((name) => {
        const used = environments.get(name) ?? [];
        const running = (instances.get(name) ?? []).filter(({ environment }) => used.includes(environment));
        return {
            name,
            environments: used,
            instances: [...new Set(running.map(({ instance_id }) => instance_id))],
            sdks: sdksOf(running.flatMap(({ sdk_version }) => sdk_version ?? [])),
        };
    });
    return { applications, total };
}

/** Returns the environments in which each application evaluates flags of the project. */
async function environmentsOf(db: Db, project: string, apps: readonly string[]): Promise<Map<string, string[]>> {
    const environments = new Map<string, string[]>();
    for (const names of chunked(apps)) {
        const rows = await db
            .selectFrom('project_applications')
            .select(['app', 'environment'])
            .where('app', 'in', names)
            .where('project', '=', project)
            .orderBy('environment')
            .execute();
        for (const { app, environment } of rows) {
            environments.set(app, [...(environments.get(app) ?? []), environment]);
        }
    }
    return environments;
}

/** The maximum number of instances per application; short-lived instances may be thousands in two days. */
const MAX_INSTANCES = 100;

async function instancesOf(db: Db, apps: readonly string[]) {
    const instances = [];
    for (const names of chunked(apps)) {
        const numbered = db
            .selectFrom('app_instances')
            .select(['app', 'environment', 'instance_id', 'sdk_version'])
            .select(sql<number>`row_number() over (partition by app order by instance_id, environment)`.as('place'))
            .where('app', 'in', names);
        const rows = await db
            .selectFrom(numbered.as('numbered'))
            .selectAll()
            .where('place', '<=', MAX_INSTANCES)
            .orderBy('app')
            .orderBy('place')
            .execute();
        for (const row of rows) instances.push(row);
    }
    return Map.groupBy(instances, ({ app }) => app);
}

/** Groups the versions by SDK; SDKs report `name:version`. */
function sdksOf(versions: readonly string[]): ProjectApplication['sdks'] {
    const parts = [...new Set(versions)].sort().map((sdk) => {
        const colon = sdk.indexOf(':');
        return colon < 0 ? { name: sdk, version: '' } : { name: sdk.slice(0, colon), version: sdk.slice(colon + 1) };
    });
    return [...Map.groupBy(parts, ({ name }) => name)].map(([name, list]) => ({
        name,
        versions: list.flatMap(({ version }) => version || []),
    }));
}

import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Page } from '../../../http/route/paging.ts';
import { chunked } from '../../../storage/chunked.ts';
import { contains } from '../../../storage/contains.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { Application, ListedApplication } from './application.schemas.ts';
import { isKnownApplication, isVisibleUnknownFlag, usesKnownFlag } from './known-applications.ts';
import { minimumVersionFor } from './outdated-sdks.ts';
import { applicationsOf } from './project-application.queries.ts';

interface Search extends Page {
    query: string | undefined;
    sortBy: 'name' | 'seen_at';
    descending: boolean;
}

export async function searchApplications(db: Db, actor: AdminActor, search: Search) {
    const matching = db
        .selectFrom('applications')
        .where(isKnownApplication(db, actor))
        .$if(search.query !== undefined, (select) =>
            select.where((row) => contains(row.ref('applications.name'), search.query!)),
        );
    const { total } = await matching.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
        .selectAll()
        .orderBy(search.sortBy, search.descending ? 'desc' : 'asc')
        .orderBy('name')
        .offset(search.offset)
        .limit(search.limit)
        .execute();
    const names = rows.map(({ name }) => name);
    const [uses, environments] = await Promise.all([usesOf(db, actor, names), environmentsOf(db, actor, names)]);
    const tokens = await tokenProjectsOf(
        db,
        actor,
        names.filter((name) => !uses.has(name)),
    );
    const applications = rows.map((row): ListedApplication => {
        const application = toApplication(row, uses.get(row.name));
        return {
            ...application,
            projects: tokens.get(row.name) ?? application.usage.map(({ project }) => project),
            environments: environments.get(row.name) ?? [],
        };
    });
    return { applications, total };
}

/** An application, regardless of access. */
export const findApplication = (db: Db, name: string) =>
    db.selectFrom('applications').selectAll().where('name', '=', name).executeTakeFirst();

export const findKnownApplication = (db: Db, actor: AdminActor, name: string) =>
    db
        .selectFrom('applications')
        .selectAll()
        .where('name', '=', name)
        .where(isKnownApplication(db, actor))
        .executeTakeFirst();

export async function getApplication(db: Db, actor: AdminActor, name: string): Promise<Application> {
    const row = await findKnownApplication(db, actor, name);
    if (!row) throw notFound(`application ${name}`);
    return toApplication(row, (await usesOf(db, actor, [name])).get(name));
}

type Uses = Map<string, Set<string>>;

function toApplication(row: Selectable<Tables['applications']>, uses: Uses = new Map()): Application {
    return {
        appName: row.name,
        description: row.description,
        url: row.url,
        color: row.color,
        icon: row.icon,
        strategies: row.strategies,
        createdAt: row.created_at,
        lastSeen: row.seen_at,
        usage: [...uses].map(([project, environments]) => ({ project, environments: [...environments].sort() })),
    };
}

/** Returns the projects, and their environments, in which each application evaluates flags. */
async function usesOf(db: Db, actor: AdminActor, apps: readonly string[]): Promise<Map<string, Uses>> {
    const uses = new Map<string, Uses>();
    for (const names of chunked(apps)) {
        const rows = await db
            .selectFrom('project_applications')
            .selectAll()
            .where('app', 'in', names)
            .where(inKnownProject(actor, 'project_applications.project'))
            .orderBy('project')
            .execute();
        for (const { app, project, environment } of rows) {
            const ofApp = uses.get(app) ?? new Map<string, Set<string>>();
            uses.set(app, ofApp);
            ofApp.set(project, (ofApp.get(project) ?? new Set()).add(environment));
        }
    }
    return uses;
}

type SdksByEnvironment = ListedApplication['environments'];

/** Returns the number of instances and the SDK versions of each application per environment. */
async function environmentsOf(db: Db, actor: AdminActor, apps: readonly string[]) {
    const environments = new Map<string, SdksByEnvironment>();
    for (const names of chunked(apps)) {
        const rows = await db
            .selectFrom('app_instances')
            .select((row) => ['app', 'environment', 'sdk_version', row.fn.countAll<number>().as('instances')])
            .where('app', 'in', names)
            .where(usesKnownFlag(db, actor, 'app_instances.app', 'app_instances.environment'))
            .groupBy(['app', 'environment', 'sdk_version'])
            .orderBy('app')
            .orderBy('environment')
            .orderBy('sdk_version')
            .execute();
        for (const { app, environment, sdk_version: sdk, instances } of rows) {
            const ofApp = environments.get(app) ?? [];
            let current = ofApp.at(-1);
            if (current?.name !== environment) {
                current = { name: environment, instanceCount: 0, sdks: [], outdatedSdks: [] };
                environments.set(app, [...ofApp, current]);
            }
            current.instanceCount += instances;
            if (sdk === null) continue;
            current.sdks.push(sdk);
            if (minimumVersionFor(sdk) !== undefined) current.outdatedSdks.push(sdk);
        }
    }
    return environments;
}

/** Returns the visible projects of the tokens with which each application reported. */
async function tokenProjectsOf(db: Db, actor: AdminActor, apps: readonly string[]) {
    const projects = new Map<string, string[]>();
    for (const names of chunked(apps)) {
        const rows = await db
            .selectFrom('token_applications')
            .innerJoin('api_tokens', 'api_tokens.id', 'token_applications.token_id')
            .select(['token_applications.app', 'api_tokens.projects'])
            .where('token_applications.app', 'in', names)
            .execute();
        for (const { app, projects: ofToken } of rows) {
            const known = ofToken.filter((project) => mayKnowOf(actor, project));
            projects.set(app, [...new Set([...(projects.get(app) ?? []), ...known])].sort());
        }
    }
    return projects;
}

/** The maximum number of returned instances; the newest are returned. */
const MAX_INSTANCES = 1_000;

export async function listInstances(db: Db, actor: AdminActor, app: string, environment: string) {
    const rows = await db
        .selectFrom('app_instances')
        .selectAll()
        .where('app', '=', app)
        .where('environment', '=', environment)
        .where(usesKnownFlag(db, actor, 'app_instances.app', 'app_instances.environment'))
        .orderBy('seen_at', 'desc')
        .orderBy('instance_id')
        .limit(MAX_INSTANCES)
        .execute();
    return rows.map(({ instance_id, client_ip, sdk_version, seen_at }) => ({
        instanceId: instance_id,
        clientIp: client_ip,
        sdkVersion: sdk_version,
        lastSeen: seen_at,
    }));
}

const FRONTEND_SDK = /(js|react|vue|svelte|flutter|android|ios|swift|proxy)/;

export async function getApplicationOverview(db: Db, actor: AdminActor, name: string) {
    const { strategies, usage } = await getApplication(db, actor, name);
    const { flags } = await db
        .selectFrom('usage')
        .innerJoin('flags', 'flags.name', 'usage.flag')
        .select((row) => row.fn.count<number>('usage.flag').distinct().as('flags'))
        .where('usage.app', '=', name)
        .where(inKnownProject(actor, 'flags.project'))
        .executeTakeFirstOrThrow();
    const rows = await db
        .selectFrom('app_instances')
        .select((row) => [
            'environment',
            'sdk_version',
            row.fn.countAll<number>().as('instances'),
            row.fn.max('seen_at').as('last_seen'),
        ])
        .where('app', '=', name)
        .where(usesKnownFlag(db, actor, 'app_instances.app', 'app_instances.environment'))
        .groupBy(['environment', 'sdk_version'])
        .orderBy('environment')
        .orderBy('sdk_version')
        .execute();
    const missing = await db
        .selectFrom('unknown_flags')
        .select(['name', 'environment'])
        .where('app', '=', name)
        .where(isVisibleUnknownFlag(db, actor))
        .orderBy('name')
        .limit(1_000)
        .execute();
    const known = await db.selectFrom('strategy_types').select('name').execute();
    const knownStrategies = new Set(known.map((type) => type.name));

    return {
        projects: usage.map(({ project }) => project),
        featureCount: flags,
        environments: [...Map.groupBy(rows, ({ environment }) => environment)].map(([environment, ofEnvironment]) => {
            const sdks = ofEnvironment.flatMap(({ sdk_version }) => sdk_version ?? []);
            return {
                name: environment,
                instanceCount: ofEnvironment.reduce((sum, { instances }) => sum + instances, 0),
                sdks,
                frontendSdks: sdks.filter((sdk) => FRONTEND_SDK.test(sdk)),
                backendSdks: sdks.filter((sdk) => !FRONTEND_SDK.test(sdk)),
                lastSeen: ofEnvironment
                    .map(({ last_seen }) => last_seen)
                    .sort()
                    .at(-1)!,
                issues: {
                    missingFeatures: missing.flatMap((flag) => (flag.environment === environment ? flag.name : [])),
                    outdatedSdks: sdks.filter((sdk) => minimumVersionFor(sdk) !== undefined),
                },
            };
        }),
        issues: { missingStrategies: strategies.filter((strategy) => !knownStrategies.has(strategy)) },
    };
}

/** Returns the outdated SDKs of all applications, or of the applications that evaluate flags of one project. */
export async function listOutdatedSdks(db: Db, actor: AdminActor, project?: string) {
    const rows = await db
        .selectFrom('app_instances')
        .select(['sdk_version', 'app'])
        .distinct()
        .where('sdk_version', 'is not', null)
        .where(usesKnownFlag(db, actor, 'app_instances.app', 'app_instances.environment'))
        .$if(project !== undefined, (query) => query.where('app', 'in', applicationsOf(db, project!).select('name')))
        .orderBy('sdk_version')
        .orderBy('app')
        .execute();
    return [...Map.groupBy(rows, ({ sdk_version }) => sdk_version!)].flatMap(([sdkVersion, ofVersion]) => {
        const minimumVersion = minimumVersionFor(sdkVersion);
        return minimumVersion === undefined
            ? []
            : [{ sdkVersion, minimumVersion, applications: ofVersion.map(({ app }) => app) }];
    });
}

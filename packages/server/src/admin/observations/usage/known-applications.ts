import { type Expression, type SqlBool, sql } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';

/*
 * An application belongs to no project; its flags determine who can see it. Actors that may not see every project only see
 * applications that evaluate at least one flag visible to them, and only in the environments where those do.
 */

type AppColumn = 'applications.name' | 'app_instances.app' | 'unknown_flags.app';
type EnvironmentColumn = 'app_instances.environment' | 'unknown_flags.environment';

/** Returns a condition that excludes applications without an evaluated flag visible to the actor; optionally per environment. */
export function usesKnownFlag(
    db: Db,
    actor: AdminActor,
    app: AppColumn,
    environment?: EnvironmentColumn,
): Expression<SqlBool> {
    if (actor.hiddenProjects.length === 0) return sql<SqlBool>`1 = 1`;
    const known = usageOf(db, app, environment).where(inKnownProject(actor, 'project_applications.project'));
    return sql<SqlBool>`exists ${known}`;
}

/** Returns a condition for the applications visible to the actor, including described ones that have never reported. */
export function isKnownApplication(db: Db, actor: AdminActor): Expression<SqlBool> {
    const isKnown = usesKnownFlag(db, actor, 'applications.name');
    if (actor.hiddenProjects.length === 0) return isKnown;
    const isDescribed = sql<SqlBool>`coalesce(description, url, color, icon) is not null`;
    const usage = usageOf(db, 'applications.name');
    const instances = db
        .selectFrom('app_instances')
        .select('app_instances.app')
        .where(sql<SqlBool>`app_instances.app = applications.name`);
    return sql<SqlBool>`(${isKnown} or (${isDescribed} and not exists ${usage} and not exists ${instances}))`;
}

/**
 * Returns a condition that excludes evaluations of unknown flags, unless all flags that the application evaluates there are visible to the
 * actor and no project hidden from the actor has a flag of that name.
 */
export function isVisibleUnknownFlag(db: Db, actor: AdminActor): Expression<SqlBool> {
    if (actor.hiddenProjects.length === 0) return sql<SqlBool>`1 = 1`;
    const columns = ['unknown_flags.app', 'unknown_flags.environment'] as const;
    const hiddenUsage = usageOf(db, ...columns).where('project_applications.project', 'in', actor.hiddenProjects);
    const hiddenNamesake = db
        .selectFrom('flags')
        .select('flags.name')
        .where(sql<SqlBool>`flags.name = unknown_flags.name`)
        .where('flags.project', 'in', actor.hiddenProjects);
    const isKnown = usesKnownFlag(db, actor, ...columns);
    return sql<SqlBool>`(${isKnown} and not exists ${hiddenUsage} and not exists ${hiddenNamesake})`;
}

const usageOf = (db: Db, app: AppColumn, environment?: EnvironmentColumn) =>
    db
        .selectFrom('project_applications')
        .select('project_applications.app')
        .where(sql<SqlBool>`project_applications.app = ${sql.ref(app)}`)
        .$if(environment !== undefined, (query) =>
            query.where(sql<SqlBool>`project_applications.environment = ${sql.ref(environment!)}`),
        );

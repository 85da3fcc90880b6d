import type { Selectable } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { listKnownTokenScopes } from '../../../identity/accounts/api-tokens/token.queries.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { Tables } from '../../../storage/tables.ts';
import { countWithdrawnFlags } from '../projects/withdrawn-flags.ts';
import type { Environment, EnvironmentOfProject } from './environment.schemas.ts';

export type EnvironmentRow = Selectable<Tables['environments']>;

export function findEnvironment(db: Db, name: string): Promise<EnvironmentRow | undefined> {
    return db.selectFrom('environments').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function getEnvironment(db: Db, name: string): Promise<EnvironmentRow> {
    const environment = await findEnvironment(db, name);
    if (!environment) throw notFound(`environment ${name}`);
    return environment;
}

export async function countEnvironments(db: Db): Promise<number> {
    const row = await db
        .selectFrom('environments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Lists all environments, or one, in display order, with usage counts limited to what the actor can see. */
export async function listEnvironments(db: Db, actor: AdminActor, name?: string): Promise<Environment[]> {
    const tokens = await listKnownTokenScopes(db, actor);
    const rows = await db
        .selectFrom('environments')
        .selectAll()
        .select(({ selectFrom, fn }) => [
            selectFrom('project_environments')
                .select(fn.countAll<number>().as('count'))
                .whereRef('project_environments.environment', '=', 'environments.name')
                .where(inKnownProject(actor, 'project_environments.project'))
                .as('project_count'),
            selectFrom('flag_environments')
                .innerJoin('flags', 'flags.name', 'flag_environments.flag')
                .select(fn.countAll<number>().as('count'))
                .whereRef('flag_environments.environment', '=', 'environments.name')
                .where('flag_environments.enabled', '=', true)
                .where('flags.archived_at', 'is', null)
                .where(inKnownProject(actor, 'flags.project'))
                .as('enabled_count'),
        ])
        .$if(name !== undefined, (query) => query.where('name', '=', name!))
        .orderBy('sort_order')
        .orderBy('name')
        .execute();
    return rows.map((row) => ({
        ...toEnvironment(row),
        projectCount: row.project_count,
        apiTokenCount: tokens.filter(({ environment }) => environment === row.name).length,
        enabledToggleCount: row.enabled_count,
    }));
}

/** Lists all environments from the view of one project: whether it has them, and how it uses them. */
export async function listEnvironmentsFor(db: Db, actor: AdminActor, project: string): Promise<EnvironmentOfProject[]> {
    const [environments, attached, tokens, enabled, withdrawn] = await Promise.all([
        listEnvironments(db, actor),
        db.selectFrom('project_environments').selectAll().where('project', '=', project).execute(),
        listKnownTokenScopes(db, actor),
        countEnabledFlags(db, project),
        countWithdrawnFlags(db, project),
    ]);
    return environments.map((environment) => {
        const { name } = environment;
        const own = attached.find((row) => row.environment === name);
        return {
            ...environment,
            visible: own !== undefined,
            projectApiTokenCount: tokens.filter(
                (token) => token.environment === name && token.projects.includes(project),
            ).length,
            projectEnabledToggleCount: enabled.get(name) ?? 0,
            projectWithdrawnToggleCount: withdrawn.get(name) ?? 0,
            ...(own?.default_strategy && { defaultStrategy: own.default_strategy }),
        };
    });
}

async function countEnabledFlags(db: Db, project: string): Promise<Map<string, number>> {
    const rows = await db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .select(({ fn }) => ['flag_environments.environment', fn.countAll<number>().as('count')])
        .where('flags.project', '=', project)
        .where('flags.archived_at', 'is', null)
        .where('flag_environments.enabled', '=', true)
        .groupBy('flag_environments.environment')
        .execute();
    return new Map(rows.map((row) => [row.environment, row.count]));
}

export function toEnvironment(row: EnvironmentRow): Environment {
    return {
        name: row.name,
        type: row.type,
        enabled: row.enabled,
        protected: row.protected,
        sortOrder: row.sort_order,
        requiredApprovals: row.required_approvals,
    };
}

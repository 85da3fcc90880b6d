import type { Selectable } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { listKnownTokenScopes } from '../../../identity/accounts/api-tokens/token.queries.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { Tables } from '../../../storage/tables.ts';
import { countWithdrawnFlags } from '../projects/withdrawn-flags.ts';
import type { UseCounts } from '../use-counts/use-counts.ts';
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

interface EnvironmentSources {
    db: Db;
    useCounts: UseCounts;
}

/** Lists all environments, or one, in display order, with usage counts limited to what the actor can see. */
export async function listEnvironments(
    { db, useCounts }: EnvironmentSources,
    actor: AdminActor,
    name?: string,
): Promise<Environment[]> {
    const enabled = await useCounts.environments.knownTo(actor);
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
        ])
        .$if(name !== undefined, (query) => query.where('name', '=', name!))
        .orderBy('sort_order')
        .orderBy('name')
        .execute();
    return rows.map((row) => ({
        ...toEnvironment(row),
        projectCount: row.project_count,
        apiTokenCount: tokens.filter(({ environment }) => environment === row.name).length,
        enabledToggleCount: enabled.get(row.name)?.flags ?? 0,
    }));
}

/** Lists all environments from the view of one project: whether it has them, and how it uses them. */
export async function listEnvironmentsFor(
    { db, useCounts }: EnvironmentSources,
    actor: AdminActor,
    project: string,
): Promise<EnvironmentOfProject[]> {
    const [environments, attached, tokens, enabled, withdrawn] = await Promise.all([
        listEnvironments({ db, useCounts }, actor),
        db.selectFrom('project_environments').selectAll().where('project', '=', project).execute(),
        listKnownTokenScopes(db, actor),
        useCounts.environments.of(project),
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

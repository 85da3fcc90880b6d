import type { Selectable } from 'kysely';
import type { ProjectEnvironment } from '../../../core/access/project-environment.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { listProjectEnvironments } from '../projects/project.queries.ts';
import { type ApprovalRules, toApprovalRules } from './approval-rules.ts';
import type { ChangeRequestConfigs } from './change-request-config.schemas.ts';

/** The approval settings of a project environment in which changes need approval. */
export interface EnvironmentApprovalSettings extends ProjectEnvironment {
    requiredApprovals: number;
    rules: ApprovalRules;
}

/** Returns the settings of those project environments in which changes need approvals. */
export async function settingsOf(
    db: Db,
    environments: readonly ProjectEnvironment[],
): Promise<EnvironmentApprovalSettings[]> {
    const result: EnvironmentApprovalSettings[] = [];
    const keys = new Set(environments.map(keyOf));
    for (const projects of chunked([...new Set(environments.map(({ project }) => project))])) {
        const rows = await db
            .selectFrom('change_request_settings')
            .selectAll()
            .where('project', 'in', projects)
            .orderBy('project')
            .orderBy('environment')
            .execute();
        result.push(...rows.map(fromRow).filter((settings) => keys.has(keyOf(settings))));
    }
    return result;
}

/** Returns the settings of all project environments in which changes need approvals. */
export async function listSettings(db: Db): Promise<EnvironmentApprovalSettings[]> {
    return (await db.selectFrom('change_request_settings').selectAll().execute()).map(fromRow);
}

const fromRow = ({
    required_approvals,
    rules,
    ...address
}: Selectable<Tables['change_request_settings']>): EnvironmentApprovalSettings => ({
    ...address,
    requiredApprovals: required_approvals,
    rules: toApprovalRules(rules),
});

const keyOf = ({ project, environment }: ProjectEnvironment) => JSON.stringify([project, environment]);

export async function findSettings(
    db: Db,
    address: ProjectEnvironment,
): Promise<EnvironmentApprovalSettings | undefined> {
    return (await settingsOf(db, [address]))[0];
}

/** Lists the approval settings of all environments of a project, in display order. */
export async function listConfigs(db: Db, project: string): Promise<ChangeRequestConfigs> {
    const environments = await listProjectEnvironments(db, project);
    const settings = await settingsOf(
        db,
        environments.map(({ environment }) => ({ project, environment })),
    );
    return environments.map(({ environment, type }) => {
        const own = settings.find((each) => each.environment === environment);
        return {
            environment,
            type,
            changeRequestEnabled: own !== undefined,
            requiredApprovals: own?.requiredApprovals ?? null,
        };
    });
}

/** The settings in API format, as events record them. */
export const toSettings = (settings: EnvironmentApprovalSettings | undefined) => ({
    changeRequestsEnabled: settings !== undefined,
    requiredApprovals: settings?.requiredApprovals ?? null,
    rules: settings?.rules ?? {},
});

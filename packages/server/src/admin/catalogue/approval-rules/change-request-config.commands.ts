import type { Change } from '../../../changes/change.ts';
import type { ProjectEnvironment } from '../../../core/access/project-environment.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findProjectEnvironment } from '../projects/project.queries.ts';
import { type ApprovalRules, clampApprovals, toApprovalRules, withFormerNames } from './approval-rules.ts';
import { type EnvironmentApprovalSettings, findSettings, toSettings } from './change-request-config.queries.ts';
import type { ChangeRequestConfigUpdate } from './change-request-config.schemas.ts';
import { findFrozenTimeProblem } from './frozen-times.ts';

/** Sets whether changes in an environment of a project need approvals, and which ones. */
export async function configureApprovals(
    change: Change,
    { project, environment, ...settings }: ProjectEnvironment & ChangeRequestConfigUpdate,
): Promise<void> {
    if (!(await findProjectEnvironment(change.tx, project, environment))) {
        throw notFound(`environment ${environment} in project ${project}`);
    }
    await saveApprovals(change, { project, environment }, settings);
}

/** Same as `configureApprovals`, for an environment that is known to be in the project. */
export async function saveApprovals(
    { tx, record }: Change,
    address: ProjectEnvironment,
    { changeRequestsEnabled, requiredApprovals, rules: sent }: ChangeRequestConfigUpdate,
): Promise<void> {
    const rules = sent && toApprovalRules(sent);
    const before = await findSettings(tx, address);
    if (rules) await checkRules(tx, rules);
    const after: EnvironmentApprovalSettings | undefined = changeRequestsEnabled
        ? {
              ...address,
              requiredApprovals: clampApprovals(requiredApprovals ?? before?.requiredApprovals),
              rules: withKeptExemption(rules ?? before?.rules ?? {}, before),
          }
        : undefined;
    await tx
        .deleteFrom('change_request_settings')
        .where('project', '=', address.project)
        .where('environment', '=', address.environment)
        .execute();
    if (after) {
        await tx
            .insertInto('change_request_settings')
            .values({
                ...address,
                required_approvals: after.requiredApprovals,
                rules: JSON.stringify(withFormerNames(after.rules)),
            })
            .execute();
    }
    record({
        type: 'change-request-configuration-updated',
        ...address,
        preData: toSettings(before),
        data: toSettings(after),
    });
}

/** Clients that do not know the exemption send rules without it: it is kept, and never created without being sent. */
function withKeptExemption(rules: ApprovalRules, before: EnvironmentApprovalSettings | undefined): ApprovalRules {
    const kept = before?.rules.turnOffWithoutApproval;
    return { ...(kept !== undefined && { turnOffWithoutApproval: kept }), ...rules };
}

/** Rejects rules that cannot be fulfilled or that refer to missing objects. */
async function checkRules(
    db: Db,
    { groups = [], excludedApprovers = {}, additionalApprovals = [], frozen = [] }: ApprovalRules,
): Promise<void> {
    await checkGroups(
        db,
        groups.map(({ group }) => group),
        '/body/rules/groups',
    );
    await checkGroups(db, excludedApprovers.groups ?? [], '/body/rules/excludedApprovers/groups');
    for (const [index, { when }] of additionalApprovals.entries()) {
        if (Object.keys(when).length !== 1) {
            throw invalid(
                'A rule has exactly one condition: `changesMoreThanPercent`, `tag` or `flagType`. Use several rules for several conditions.',
                `/body/rules/additionalApprovals/${index}/when`,
            );
        }
    }
    for (const [index, each] of frozen.entries()) {
        const problem = findFrozenTimeProblem(each);
        if (problem) throw invalid(problem.message, `/body/rules/frozen/${index}/${problem.member}`);
    }
}

async function checkGroups(db: Db, ids: readonly number[], path: string): Promise<void> {
    if (ids.length === 0) return;
    const rows = await db.selectFrom('groups').select('id').where('id', 'in', ids).execute();
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw invalid(`There is no group ${missing}. Use an existing one.`, path);
}

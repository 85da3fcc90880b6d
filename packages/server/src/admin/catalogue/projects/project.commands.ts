import type { Change } from '../../../changes/change.ts';
import { DEFAULT_PROJECT, ROLE_ID } from '../../../core/access/permissions.ts';
import { exceedsLimit, invalid, nameExists, notAllowed } from '../../../core/errors/errors.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import { clampApprovals } from '../approval-rules/approval-rules.ts';
import { saveApprovals } from '../approval-rules/change-request-config.commands.ts';
import type { EnvironmentRow } from '../environments/environment.queries.ts';
import { validateFeatureNaming } from './feature-naming.ts';
import { countFlags } from './flag-count.queries.ts';
import { countProjects, getProject, type ProjectRow, toProject } from './project.queries.ts';
import type { CreatedProject, NewProject, ProjectSettings, ProjectUpdate } from './project.schemas.ts';
import { findFreeId, isReserved, slugOf } from './project-id.ts';

/** Creates a project. The user who creates it becomes its owner. */
export async function createProject(change: Change, input: NewProject): Promise<CreatedProject> {
    const { tx, record, now } = change;
    const id = await freeId(change, input);
    await checkLimit(change);
    const known = await environmentsFor(change, input);
    const environments = known.map(({ name }) => name);
    const changeRequestEnvironments = approvalsFor(known, input);
    const row: ProjectRow = {
        id,
        name: input.name,
        description: input.description ?? null,
        mode: input.mode ?? 'open',
        default_stickiness: input.defaultStickiness ?? 'default',
        feature_limit: null,
        naming_pattern: null,
        naming_example: null,
        naming_description: null,
        link_templates: [],
        review_optional: false,
        created_at: now,
        updated_at: now,
        archived_at: null,
    };
    await tx
        .insertInto('projects')
        .values({ ...row, link_templates: '[]' })
        .execute();
    // A new project with the id of a deleted private project does not expose its history.
    await tx
        .updateTable('deleted_private_projects')
        .set(({ selectFrom }) => ({ up_to: selectFrom('event_head').select('revision') }))
        .where('project', '=', id)
        .where('up_to', 'is', null)
        .execute();
    const projectEnvironments = environments.map((environment) => ({
        project: id,
        environment,
        default_strategy: null,
    }));
    if (projectEnvironments.length > 0)
        await tx.insertInto('project_environments').values(projectEnvironments).execute();
    const { description, ...project } = { ...toProject(row), environments };
    record({ type: 'project-created', project: id, data: { description, ...project } });
    for (const { name: environment, requiredApprovals } of changeRequestEnvironments) {
        await saveApprovals(change, { project: id, environment }, { changeRequestsEnabled: true, requiredApprovals });
    }
    await makeCreatorOwner(change, id);
    return { ...project, changeRequestEnvironments, ...(description !== null && { description }) };
}

/** Rejects an id that is taken or that is a path segment of this API. */
export function checkId(id: string, exists: boolean): void {
    if (isReserved(id)) throw invalid(`"${id}" cannot be the id of a project. Choose another.`, '/body/id');
    if (exists) throw nameExists(`Project ${id}`);
}

async function freeId({ tx }: Change, { id, name }: NewProject): Promise<string> {
    if (id) {
        const known = await tx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
        checkId(id, known !== undefined);
        return id;
    }
    const slug = slugOf(name);
    const rows = await tx.selectFrom('projects').select('id').where('id', 'like', `${slug}%`).execute();
    return findFreeId(slug, new Set(rows.map((row) => row.id)));
}

async function checkLimit({ tx, limits }: Change): Promise<void> {
    if ((await countProjects(tx)) >= limits.projects) throw exceedsLimit('projects', limits.projects);
}

async function environmentsFor({ tx }: Change, { environments: requested }: NewProject): Promise<EnvironmentRow[]> {
    const known = await tx.selectFrom('environments').selectAll().orderBy('sort_order').orderBy('name').execute();
    if (requested === undefined) {
        const enabled = known.filter((environment) => environment.enabled);
        if (enabled.length > 0) return enabled;
        throw invalid('No environment is enabled. List the environments of the project.', '/body/environments');
    }
    const missing = requested.find((name) => !known.some((environment) => environment.name === name));
    if (missing !== undefined) throw invalid(`There is no environment ${missing}.`, '/body/environments');
    return known.filter(({ name }) => requested.includes(name));
}

/** The approval settings: the requested ones, and the defaults of the environments for every new project. */
function approvalsFor(known: readonly EnvironmentRow[], { changeRequestEnvironments: requested = [] }: NewProject) {
    const missing = requested.find(({ name }) => !known.some((environment) => environment.name === name));
    if (missing) {
        throw invalid(
            `The project has no environment ${missing.name}. List it in the environments of the project.`,
            '/body/changeRequestEnvironments',
        );
    }
    return known.flatMap(({ name, required_approvals }) => {
        const override = requested.find((each) => each.name === name);
        if (!override && required_approvals === null) return [];
        return [
            { name, requiredApprovals: clampApprovals(override ? override.requiredApprovals : required_approvals) },
        ];
    });
}

/** Only users become owners: tokens that may create projects are administrators. */
async function makeCreatorOwner({ tx, record, actor, now }: Change, project: string): Promise<void> {
    if (actor.userId === undefined) return;
    await tx
        .insertInto('user_roles')
        .values({ user_id: actor.userId, role_id: ROLE_ID.owner, project, created_at: now })
        .execute();
    record({
        type: 'project-access-added',
        project,
        data: { roles: [{ roleId: ROLE_ID.owner, groupIds: [], userIds: [actor.userId] }] },
    });
}

export async function updateProject(
    change: Change,
    { projectId, ...input }: ProjectUpdate & { projectId: string },
): Promise<void> {
    const before = await getProject(change.tx, projectId);
    await saveProject(change, before, {
        ...before,
        name: input.name,
        description: input.description === undefined ? before.description : input.description,
        mode: input.mode ?? before.mode,
        default_stickiness: input.defaultStickiness ?? before.default_stickiness,
        feature_limit: input.featureLimit === undefined ? before.feature_limit : input.featureLimit,
    });
}

export async function changeProjectSettings(
    change: Change,
    { projectId, ...input }: ProjectSettings & { projectId: string },
): Promise<void> {
    const before = await getProject(change.tx, projectId);
    const naming = input.featureNaming && validateFeatureNaming(input.featureNaming);
    await saveProject(change, before, {
        ...before,
        mode: input.mode ?? before.mode,
        default_stickiness: input.defaultStickiness ?? before.default_stickiness,
        feature_limit: input.featureLimit === undefined ? before.feature_limit : input.featureLimit,
        link_templates: input.linkTemplates ?? before.link_templates,
        review_optional: input.reviewOptional ?? before.review_optional,
        ...(naming && {
            naming_pattern: naming.pattern,
            naming_example: naming.example,
            naming_description: naming.description,
        }),
    });
}

/** Archives a project whose flags are all archived. It can be revived. */
export async function archiveProject(change: Change, { projectId }: { projectId: string }): Promise<void> {
    const before = await getProject(change.tx, projectId);
    await requireRemovable(change, projectId);
    if (before.archived_at !== null) return;
    await saveProject(change, before, { ...before, archived_at: change.now }, 'project-archived');
}

export async function reviveProject(change: Change, { projectId }: { projectId: string }): Promise<void> {
    const before = await getProject(change.tx, projectId);
    if (before.archived_at === null) return;
    await checkLimit(change);
    await saveProject(change, before, { ...before, archived_at: null }, 'project-revived');
}

/** Refuses to archive or delete the default project, and projects with flags that SDKs may still evaluate. */
export async function requireRemovable({ tx }: Change, project: string): Promise<void> {
    if (project === DEFAULT_PROJECT) {
        throw notAllowed('The default project cannot be archived or deleted: it belongs to the installation.');
    }
    const flags = await countFlags(tx, project);
    if (flags > 0) {
        throw notAllowed(
            `Project ${project} still has ${flags} flags that are not archived. Archive them or move them to another project first.`,
        );
    }
}

async function saveProject(
    { tx, record, now }: Change,
    before: ProjectRow,
    after: ProjectRow,
    type: 'project-updated' | 'project-archived' | 'project-revived' = 'project-updated',
): Promise<void> {
    const event = { project: before.id, preData: toProject(before), data: toProject(after) };
    if (canonicalJson(event.preData) === canonicalJson(event.data)) return;
    await tx
        .updateTable('projects')
        .set({ ...after, link_templates: JSON.stringify(after.link_templates), updated_at: now })
        .where('id', '=', before.id)
        .execute();
    record({ type, ...event });
}

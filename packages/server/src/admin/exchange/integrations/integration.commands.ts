import type { Change } from '../../../changes/change.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { projectOf } from '../../../core/events/event-projects.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { findKnownProject } from '../../catalogue/projects/project.queries.ts';
import { coversAll } from './delivery-match.ts';
import { visibilityOf } from './integration.access.ts';
import { countIntegrations, getKnownIntegration, type IntegrationRow, toIntegration } from './integration.queries.ts';
import type { Integration, NewIntegration } from './integration.schemas.ts';
import { decryptParameters, encryptParameters, mergeParameters, requireSecretsForNewTarget } from './parameters.ts';
import { PROVIDERS } from './providers/registry.ts';

/** The number is limited because each integration is checked for every event. */
const MAX_INTEGRATIONS = 100;

export async function createIntegration(change: Change, input: NewIntegration): Promise<Integration> {
    const { tx, actor, now, record, secrets } = change;
    if ((await countIntegrations(tx)) >= MAX_INTEGRATIONS) {
        throw invalid(`The limit of ${MAX_INTEGRATIONS} integrations is reached. Delete one that is no longer needed.`);
    }
    const provider = PROVIDERS[input.provider];
    const parameters = mergeParameters(provider, input.parameters, {});
    await requireVisibleProjects(tx, actor, input.projects ?? []);
    if (input.enabled) await startFromNow(tx);
    const row = await tx
        .insertInto('integrations')
        .values({
            ...columns(actor, input, encryptParameters(secrets, provider, parameters)),
            parameters_changed_at: now,
            created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type: 'addon-config-created', ...coordinates(row), data: toEventData(row) });
    return toIntegration(row);
}

export async function updateIntegration(
    { tx, actor, now, record, secrets }: Change,
    { id, ...input }: NewIntegration & { id: number },
): Promise<Integration> {
    const before = await getKnownIntegration(tx, actor, id);
    if (input.provider !== before.provider) {
        throw invalid(`This is an integration with ${before.provider}. Create another one instead.`, '/body/provider');
    }
    const provider = PROVIDERS[input.provider];
    const stored = decryptParameters(secrets, provider, before.parameters);
    const parameters = mergeParameters(provider, input.parameters, stored);
    requireSecretsForNewTarget(provider, { given: input.parameters, merged: parameters, stored });
    const added = (input.projects ?? []).filter((project) => !before.projects.includes(project));
    await requireVisibleProjects(tx, actor, added);
    if (input.enabled) await startFromNow(tx);
    const isSame = JSON.stringify(parameters) === JSON.stringify(stored);
    const after = await tx
        .updateTable('integrations')
        .set({
            ...columns(actor, input, encryptParameters(secrets, provider, parameters)),
            parameters_changed_at: isSame ? before.parameters_changed_at : now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    record({
        type: 'addon-config-updated',
        ...coordinates(before, after),
        preData: toEventData(before),
        data: toEventData(after),
    });
    return toIntegration(after);
}

export async function deleteIntegration({ tx, actor, record }: Change, { id }: { id: number }): Promise<void> {
    const before = await getKnownIntegration(tx, actor, id);
    await tx.deleteFrom('integrations').where('id', '=', id).execute();
    record({ type: 'addon-config-deleted', ...coordinates(before), preData: toEventData(before) });
}

const columns = (actor: AdminActor, input: NewIntegration, parameters: Record<string, string>) => ({
    provider: input.provider,
    description: input.description ?? null,
    enabled: input.enabled,
    parameters: JSON.stringify(parameters),
    events: JSON.stringify([...new Set(input.events)]),
    projects: JSON.stringify([...new Set(input.projects)]),
    environments: JSON.stringify([...new Set(input.environments)]),
    ...visibilityOf(actor),
});

/** Throws for projects that do not exist or are hidden, with the same error, so that guessing a name reveals nothing. */
async function requireVisibleProjects(db: Db, actor: AdminActor, projects: readonly string[]): Promise<void> {
    if (coversAll(projects)) return;
    for (const project of projects) {
        if (!(await findKnownProject(db, actor, project))) {
            throw invalid(`There is no project ${project}. Leave it out, or create it first.`, '/body/projects');
        }
    }
}

/** Skips earlier events if this is the first enabled integration: events are not processed while none is enabled. */
async function startFromNow(tx: Tx): Promise<void> {
    const enabled = await tx.selectFrom('integrations').select('id').where('enabled', '=', true).executeTakeFirst();
    if (enabled) return;
    const { revision } = await tx.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    await tx.updateTable('delivery_cursor').set({ revision }).execute();
}

/** Returns the project of the event. The event contains the projects of the integration, which not every reader of the log may see. */
function coordinates(...rows: IntegrationRow[]): { project?: string } {
    const named = new Set(rows.flatMap(({ projects }) => (coversAll(projects) ? [] : projects)));
    return named.size === 0 ? {} : { project: projectOf([...named]) };
}

/** Parameters may contain secrets, so the event records only the time of the change. */
function toEventData({ parameters_changed_at, ...row }: IntegrationRow) {
    const { parameters: _, ...data } = toIntegration({ ...row, parameters_changed_at });
    return { ...data, parametersChangedAt: parameters_changed_at };
}

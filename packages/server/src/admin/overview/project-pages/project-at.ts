import type { Moment } from '../../../changes/moment.ts';
import type { VisiblePast } from '../../../changes/past/known-at.ts';
import { eventsBackTo } from '../../../changes/past/undo-events.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import type { EventType } from '../../../core/events/event-types.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredDefaultStrategy } from '../../../storage/tables/strategies.ts';
import { environmentsAt } from '../../catalogue/environments/environments-at.ts';
import { findProject, toProject } from '../../catalogue/projects/project.queries.ts';
import type { Project } from '../../catalogue/projects/project.schemas.ts';
import type { PastSources } from '../../flags/past/flag-at.ts';
import { definitionsOfProjectAt } from '../../flags/past/flags-at.ts';
import { healthOf, technicalDebtOf } from '../insights/health.ts';
import type { NewProjectOverview } from './project-overview.schemas.ts';

/** Returns the overview of a project at a revision, without measurements and personal data. */
export async function getProjectOverviewAt(
    sources: PastSources,
    { project, moment, known }: { project: string; moment: Moment; known: VisiblePast },
): Promise<NewProjectOverview> {
    const { revision } = moment;
    const past = known.project(project) ? await projectAt(sources.db, project, revision) : undefined;
    if (!past) throw noSuchProject(project);
    const flags = await definitionsOfProjectAt(sources, { project, revision, known });
    const types = new Map<string, number>();
    const conditions = { total: flags.size, stale: 0, potentiallyStale: 0 };
    // The deletion of an environment does not name its projects; the flags of the project show the affected
    // environments.
    const used = new Set<string>();
    for (const own of flags.values()) {
        for (const environment of own.keys()) used.add(environment);
        const [definition] = own.values();
        // Every flag in the map is in at least one environment.
        const { type, stale } = definition!;
        types.set(type, (types.get(type) ?? 0) + 1);
        if (stale) conditions.stale++;
    }
    // Events from before this setting existed do not contain it.
    const { id: _, linkTemplates, reviewOptional = false, archivedAt, createdAt, ...rest } = past.project;
    const environments = [...(await environmentsAt(sources.db, revision)).keys()];
    return {
        version: 1,
        ...rest,
        health: healthOf(conditions),
        technicalDebt: technicalDebtOf(conditions),
        favorite: false,
        environments: environments
            .filter((environment) => past.environments.has(environment) || used.has(environment))
            .map((environment) => {
                const defaultStrategy = past.environments.get(environment);
                return { environment, changeRequestsEnabled: false, ...(defaultStrategy && { defaultStrategy }) };
            }),
        createdAt,
        updatedAt: null,
        featureTypeCounts: [...types]
            .map(([type, count]) => ({ type, count }))
            .sort((a, b) => (a.type < b.type ? -1 : 1)),
        linkTemplates,
        reviewOptional,
        archivedAt,
    };
}

const TYPES = [
    'project-created',
    'project-updated',
    'project-archived',
    'project-revived',
    'project-deleted',
    'project-environment-added',
    'project-environment-removed',
    'default-strategy-updated',
] as const satisfies EventType[];

interface PastProject {
    project: Project;
    /** The environments with their default strategy; null if none was set. */
    environments: Map<string, StoredDefaultStrategy | null>;
}

/** Returns the configuration of a project at a revision; undefined if it did not exist. */
async function projectAt(db: Db, id: string, revision: number): Promise<PastProject | undefined> {
    const row = await findProject(db, id);
    const rows = await db.selectFrom('project_environments').selectAll().where('project', '=', id).execute();
    let project = row && toProject(row);
    const environments: PastProject['environments'] = new Map(
        rows.map(({ environment, default_strategy }) => [environment, default_strategy]),
    );
    for await (const event of eventsBackTo(db, { types: [...TYPES], revision })) {
        if (event.project !== id) continue;
        const { environment, preData } = event;
        switch (event.type as (typeof TYPES)[number]) {
            case 'project-created':
                project = undefined;
                environments.clear();
                break;
            case 'project-environment-added':
                environments.delete(environment!);
                break;
            case 'project-environment-removed':
                environments.set(
                    environment!,
                    (preData as { defaultStrategy?: StoredDefaultStrategy }).defaultStrategy ?? null,
                );
                break;
            case 'default-strategy-updated':
                environments.set(environment!, (preData as StoredDefaultStrategy | null) ?? null);
                break;
            default:
                // `preData` contains the complete project before the change, in API format.
                project = preData as Project;
        }
    }
    return project && { project, environments };
}

import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import { lastNumber } from '../../../storage/counters.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { toSegment } from '../../catalogue/segments/segment.queries.ts';
import type { Segment } from '../../catalogue/segments/segment.schemas.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import { findFlags } from '../../flags/flags/flag.queries.ts';
import { type CurrentFlag, currentFlags } from '../../flags/reconcile/flag-state.ts';
import { listPlans } from '../../flags/release-plans/release-plan.queries.ts';
import { listSafeguards } from '../../flags/safeguards/safeguard.queries.ts';
import type { TemplateRow } from '../../releases/templates/template.queries.ts';
import type { CurrentPlan } from './release-plan-comparison.ts';

/** The current state of a flag, archived or not. */
export interface CurrentFlagState {
    current: CurrentFlag;
    tags: Tag[];
    /** The release plans, by environment. */
    plans: ReadonlyMap<string, CurrentPlan>;
}

/** The current state that documents are compared with, as visible to the actor. */
export interface CurrentState {
    projects: ReadonlyMap<string, { stickiness: string; environments: ReadonlySet<string> }>;
    flags: ReadonlyMap<string, CurrentFlagState>;
    /** By name, which is unique. */
    segments: ReadonlyMap<string, Segment>;
    /** The release templates, also archived ones, by name, which is unique. */
    templates: ReadonlyMap<string, TemplateRow>;
    /** The highest id that was ever assigned to a segment. */
    lastSegment: number;
}

/** The current state without flags, which are read in chunks: those of a large instance take hundreds of megabytes. */
export type ProjectsAndSegments = Omit<CurrentState, 'flags'>;

/** Reads the projects and all segments. Throws for a project that does not exist or is hidden from the actor. */
export async function readProjectsAndSegments(
    db: Db,
    actor: AdminActor,
    projects: readonly string[],
): Promise<ProjectsAndSegments> {
    return {
        projects: await readProjects(db, actor, projects),
        ...(await readSegments(db, actor)),
        templates: await readTemplates(db, actor),
    };
}

async function readProjects(db: Db, actor: AdminActor, ids: readonly string[]): Promise<CurrentState['projects']> {
    const projects = new Map<string, { stickiness: string; environments: Set<string> }>();
    for (const chunk of chunked(ids)) {
        const rows = await db
            .selectFrom('projects')
            .select(['id', 'default_stickiness'])
            .where('id', 'in', chunk)
            .where('archived_at', 'is', null)
            .execute();
        for (const { id, default_stickiness: stickiness } of rows)
            projects.set(id, { stickiness, environments: new Set() });
        const environments = await db
            .selectFrom('project_environments')
            .selectAll()
            .where('project', 'in', chunk)
            .execute();
        for (const { project, environment } of environments) projects.get(project)?.environments.add(environment);
    }
    const missing = ids.find((id) => !projects.has(id) || !mayKnowOf(actor, id));
    if (missing !== undefined) throw noSuchProject(missing);
    return projects;
}

/** Reads the current flags of a chunk of documents. */
export async function readFlags(db: Db, actor: AdminActor, names: readonly string[]): Promise<CurrentState['flags']> {
    if (shouldYield()) await yieldToEventLoop();
    const rows = await findFlags(db, names);
    const known = [...rows.values()].filter(({ project }) => mayKnowOf(actor, project)).map(({ name }) => name);
    const current = await currentFlags(db, known);
    const tags = await listTagsByFlag(db, known);
    const plans = await readPlans(db, known);
    return new Map(
        known.map((name) => [
            name,
            { current: current.get(name)!, tags: tags.get(name) ?? [], plans: plans.get(name) ?? new Map() },
        ]),
    );
}

async function readPlans(db: Db, names: readonly string[]): Promise<Map<string, Map<string, CurrentPlan>>> {
    const plans = new Map<string, Map<string, CurrentPlan>>();
    for (const plan of await listPlans(db, names)) {
        const { flag: featureName, environment, id } = plan;
        const safeguards = await listSafeguards(db, { featureName, environment }, id);
        plans.set(featureName, (plans.get(featureName) ?? new Map()).set(environment, { plan, safeguards }));
    }
    return plans;
}

async function readTemplates(db: Db, actor: AdminActor): Promise<CurrentState['templates']> {
    const rows = await db
        .selectFrom('release_templates')
        .selectAll()
        .where(inKnownProject(actor, 'release_templates.project'))
        .orderBy('name')
        .execute();
    return new Map(rows.map((row) => [row.name, row]));
}

async function readSegments(db: Db, actor: AdminActor): Promise<Pick<CurrentState, 'segments' | 'lastSegment'>> {
    const rows = await db
        .selectFrom('segments')
        .selectAll()
        .where(inKnownProject(actor, 'segments.project'))
        .orderBy('name')
        .execute();
    return {
        segments: new Map(rows.map((row) => [row.name, toSegment(row)])),
        lastSegment: await lastNumber(db, 'segments'),
    };
}

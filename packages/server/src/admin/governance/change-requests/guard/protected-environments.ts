import type { AdminActor } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { EVENT_TYPES, type NewEvent } from '../../../../core/events/event-types.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { environmentsOfMilestoneSegments } from '../../../../storage/releases/milestone-uses.ts';
import { productionUsesOfSegments, protectedUsesOfSegments } from '../../../../storage/strategies/strategy-uses.ts';
import type { StoredApprovalRules } from '../../../../storage/tables/change-requests.ts';
import { type ApprovalRules, toApprovalRules } from '../../../catalogue/approval-rules/approval-rules.ts';

/** The rules of a project environment that the guard needs. */
export interface Protection extends ProjectEnvironment {
    bypass: 'allowed' | 'break-glass' | 'nobody';
    reasonRequired: boolean;
    turnOffWithoutApproval: boolean;
    /** Tags (`type:value`) and types of flags for which more approvals are required. */
    namedTags: ReadonlySet<string>;
    namedTypes: ReadonlySet<string>;
}

/** The environments that require approvals, among those that a change may affect. */
export class ProtectedEnvironments {
    readonly #byKey = new Map<string, Protection>();
    readonly #users = new Map<number, ProjectEnvironment[]>();
    readonly #loadedProjects = new Set<string>();
    /** Environments that are protected in every project, regardless of its settings. */
    readonly #everywhere = new Set<string>();

    /**
     * Loads the protection of everything that the events are about, in one batch. Undefined: approvals are never needed for these
     * events.
     */
    static about(
        db: Db,
        events: readonly NewEvent[],
        { via }: Pick<AdminActor, 'via'>,
    ): Promise<ProtectedEnvironments> | undefined {
        const projects = new Set<string>();
        const environments = new Set<string>();
        const segments = new Set<number>();
        for (const event of events) {
            const { about } = EVENT_TYPES[event.type];
            if (about === 'segment') segments.add((event as { segmentId: number }).segmentId);
            else if (about === 'environment') environments.add((event as { environment: string }).environment);
            else if (event.project && (PUBLISHED.has(about) || event.type === CONFIGURED)) projects.add(event.project);
        }
        if (projects.size + environments.size + segments.size === 0) return undefined;
        return new ProtectedEnvironments().#load(db, {
            projects,
            environments,
            segments,
            events,
            isAgent: via !== undefined,
        });
    }

    async #load(db: Db, of: ProtectionQuery): Promise<ProtectedEnvironments> {
        await Promise.all([
            ...(of.isAgent ? [this.#protectProduction(db, of.segments)] : []),
            this.ofProjects(db, of.projects),
            ...[...chunked([...of.environments])].map(async (names) => this.#add(await inEnvironments(db, { names }))),
            ...[...chunked([...of.segments])].map(async (ids) => {
                for (const { segment_id, ...row } of await protectedUsesOfSegments(db, { ids })) {
                    this.#add([row]);
                    this.#addUser(segment_id, row);
                }
            }),
            ...[...chunked([...of.segments])].map((ids) => this.#addMilestones(db, ids)),
        ]);
        this.#restoreFormer(of.events);
        return this;
    }

    /** Milestones that have not started will serve these segments without another approval. */
    async #addMilestones(db: Db, ids: readonly number[]): Promise<void> {
        const uses = await environmentsOfMilestoneSegments(db, { ids: ids.map(String) });
        for (const { segment, ...projectEnvironment } of uses) this.#addUser(Number(segment), projectEnvironment);
        await this.ofProjects(
            db,
            uses.map(({ project }) => project),
        );
    }

    /** Changes of agents in production need approval. */
    async #protectProduction(db: Db, segments: ReadonlySet<number>): Promise<void> {
        for (const { name } of await productionEnvironments(db, {})) this.#everywhere.add(name);
        for (const ids of chunked([...segments])) {
            for (const { segment_id, ...projectEnvironment } of await productionUsesOfSegments(db, { ids })) {
                this.#addUser(segment_id, projectEnvironment);
            }
        }
    }

    #addUser(segment: number, { project, environment }: ProjectEnvironment): void {
        this.#users.set(segment, [...(this.#users.get(segment) ?? []), { project, environment }]);
    }

    /** Loads further projects, because publications may name projects that the events do not name. */
    async ofProjects(db: Db, projects: Iterable<string>): Promise<void> {
        const names = [...new Set(projects)].filter((project) => !this.#loadedProjects.has(project));
        for (const name of names) this.#loadedProjects.add(name);
        for (const chunk of chunked(names)) this.#add(await inProjects(db, { names: chunk }));
    }

    get isEmpty(): boolean {
        return this.#byKey.size + this.#everywhere.size === 0;
    }

    find({ project, environment }: ProjectEnvironment): Protection | undefined {
        const key = keyOf({ project, environment });
        if (!this.#byKey.has(key) && this.#everywhere.has(environment)) {
            this.#byKey.set(key, toProtection({ project, environment }));
        }
        return this.#byKey.get(key);
    }

    /** Returns the protected environments in which published flags use the segment. */
    usersOf(segment: number): readonly ProjectEnvironment[] {
        return this.#users.get(segment) ?? [];
    }

    #add(rows: readonly Row[]): void {
        for (const row of rows) this.#byKey.set(keyOf(row), toProtection(row, toApprovalRules(row.rules)));
    }

    /** Returns the environments of a project that require approvals according to its settings. */
    inProject(project: string): Protection[] {
        return [...this.#byKey.values()].filter((projectEnvironment) => projectEnvironment.project === project);
    }

    /**
     * Rules that a change itself sets do not apply to it: the first event of an environment contains the rules before the change. Rules
     * that are turned off and on again are therefore never off.
     */
    #restoreFormer(events: readonly NewEvent[]): void {
        const restored = new Set<string>();
        for (const event of events) {
            if (event.type !== CONFIGURED) continue;
            const projectEnvironment = event as unknown as ProjectEnvironment;
            const key = keyOf(projectEnvironment);
            if (restored.has(key)) continue;
            restored.add(key);
            const before = event.preData as
                | { changeRequestsEnabled?: boolean; rules?: ApprovalRules }
                | null
                | undefined;
            if (before && before.changeRequestsEnabled !== false)
                this.#byKey.set(key, toProtection(projectEnvironment, before.rules));
            else this.#byKey.delete(key);
        }
    }
}

export const CONFIGURED = 'change-request-configuration-updated';

interface ProtectionQuery {
    projects: Set<string>;
    environments: Set<string>;
    segments: Set<number>;
    events: readonly NewEvent[];
    isAgent: boolean;
}

/** Events whose publications are rebuilt, with their project. */
const PUBLISHED = new Set<string>(['flag', 'flagEnvironment', 'projectEnvironment']);

type Row = ProjectEnvironment & { rules: StoredApprovalRules };

const toProtection = ({ project, environment }: ProjectEnvironment, rules: ApprovalRules = {}): Protection => ({
    project,
    environment,
    bypass: rules.bypass ?? 'allowed',
    reasonRequired: rules.reasonRequired ?? false,
    turnOffWithoutApproval: rules.turnOffWithoutApproval ?? false,
    namedTags: new Set(rules.additionalApprovals?.flatMap(({ when }) => when.tag ?? [])),
    namedTypes: new Set(rules.additionalApprovals?.flatMap(({ when }) => when.flagType ?? [])),
});

// Names of environments cannot contain a slash.
const keyOf = ({ project, environment }: ProjectEnvironment) => `${environment}/${project}`;

const settings = (db: Db) => db.selectFrom('change_request_settings').select(['project', 'environment', 'rules']);

const inProjects = prepared((db: Db, { names }: { names: readonly string[] }) =>
    settings(db).where('project', 'in', names),
);
const inEnvironments = prepared((db: Db, { names }: { names: readonly string[] }) =>
    settings(db).where('environment', 'in', names),
);
const productionEnvironments = prepared((db: Db, _: object) =>
    db.selectFrom('environments').select('name').where('type', '=', 'production'),
);

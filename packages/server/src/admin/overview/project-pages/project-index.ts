import { isDeepStrictEqual } from 'node:util';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { StoredEvent } from '../../../changes/event-log.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { SharedReads } from '../../../core/concurrency/shared-reads.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { EVENT_TYPES, isEventType } from '../../../core/events/event-types.ts';
import type { Db } from '../../../storage/database.ts';
import { findProject } from '../../catalogue/projects/project.queries.ts';
import { type Activity, readActivity } from '../insights/project-stats.queries.ts';
import { type ProjectFacts, readProjectFacts } from './project-facts.queries.ts';

/** Figures of the last 30 days depend on the current time. They are computed again every minute. */
const MINUTE = 60_000;

interface IndexedProject extends ProjectFacts {
    /** Increases with every change of the project, including events of its flags. */
    version: number;
    activity: (Activity & { minute: number }) | undefined;
}

const isOfFlag = ({ type }: StoredEvent) =>
    isEventType(type) && (EVENT_TYPES[type].about === 'flag' || EVENT_TYPES[type].about === 'flagEnvironment');

/**
 * The project data that lists show besides flags, in memory on every node. Flag events from the change feed only update counts.
 * After all other events, which are rare, the next reader reloads everything.
 */
export class ProjectIndex {
    readonly #db: Db;
    readonly #clock: () => Date;
    #projects = new Map<string, IndexedProject>();
    #isOutdated = true;
    readonly #reads = new SharedReads(() => this.#refresh());
    #revision = 0;
    #version = 0;

    constructor(db: Db, clock: () => Date) {
        this.#db = db;
        this.#clock = clock;
    }

    /** The change feed delivers the changes after this revision. */
    startAt(revision: number): void {
        this.#revision = revision;
    }

    follow({ events, revision }: FeedChanges): void {
        this.#revision = revision;
        for (const event of events) {
            if (!isOfFlag(event)) this.outdate();
            const project = event.project === null ? undefined : this.#projects.get(event.project);
            if (!project) continue;
            project.version = ++this.#version;
            project.lastEventAt = event.createdAt;
            if (project.activity) project.activity.events++;
        }
    }

    outdate(): void {
        this.#isOutdated = true;
    }

    /** Resolves when all changes delivered before the call are visible; undefined if they already are. */
    whenCurrent(): Promise<void> | undefined {
        return this.#reads.until(() => this.#isOutdated || this.#reads.isReading);
    }

    async exists(id: string): Promise<boolean> {
        // A project that another node has just created may be missing in memory.
        return (!this.#isOutdated && this.#projects.has(id)) || (await findProject(this.#db, id)) !== undefined;
    }

    async get(id: string): Promise<Readonly<IndexedProject>> {
        await this.whenCurrent();
        return this.#projects.get(id) ?? this.#getNew(id);
    }

    /** Lists the archived or the other projects that the actor can see, by name. */
    list(actor: AdminActor, { archived }: { archived: boolean }): Readonly<IndexedProject>[] {
        return [...this.#projects.values()].filter(
            ({ row }) => (row.archived_at !== null) === archived && mayKnowOf(actor, row.id),
        );
    }

    /** Returns the recent activity of the project. */
    async activityOf(id: string): Promise<Activity> {
        const project = await this.get(id);
        const now = this.#clock();
        const minute = Math.floor(now.getTime() / MINUTE);
        if (project.activity?.minute === minute) return project.activity;
        const upTo = this.#revision;
        const counted = this.#projects.get(id);
        const activity = { ...(await readActivity(this.#db, id, now, upTo)), minute };
        // A result that lacks events received in the meantime is not cached.
        if (counted && this.#projects.get(id) === counted && this.#revision === upTo) {
            counted.activity = activity;
            counted.version = ++this.#version;
        }
        return activity;
    }

    /** Returns the ids of projects whose data in memory differs from the database. The list should be empty. */
    async findDifferences(): Promise<string[]> {
        await this.whenCurrent();
        const facts = await readProjectFacts(this.#db);
        const wrong = facts.filter((project) => {
            const { version, activity, ...known } = this.#projects.get(project.row.id) ?? {};
            return !isDeepStrictEqual(known, project);
        });
        const deleted = new Set(this.#projects.keys());
        for (const { row } of facts) deleted.delete(row.id);
        return [...wrong.map(({ row }) => row.id), ...deleted];
    }

    async #getNew(id: string): Promise<IndexedProject> {
        this.outdate();
        await this.whenCurrent();
        const project = this.#projects.get(id);
        if (!project) throw noSuchProject(id);
        return project;
    }

    async #refresh(): Promise<void> {
        this.#isOutdated = false;
        try {
            const facts = await readProjectFacts(this.#db);
            this.#projects = new Map(facts.map((project) => [project.row.id, this.#toKnown(project)]));
        } catch (error) {
            this.outdate();
            throw error;
        }
    }

    #toKnown(facts: ProjectFacts): IndexedProject {
        const lastSeen = this.#projects.get(facts.row.id)?.lastEventAt ?? null;
        const lastEventAt = [facts.lastEventAt, lastSeen].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b));
        return { ...facts, lastEventAt, version: ++this.#version, activity: undefined };
    }
}

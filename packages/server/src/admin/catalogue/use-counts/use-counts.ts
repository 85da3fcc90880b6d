import { isDeepStrictEqual } from 'node:util';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { countContextFieldUses, countEnabledFlags, countSegmentUses } from './project-uses.queries.ts';

/** The number of flags that use an object, and of the projects of these flags. */
export interface Uses {
    flags: number;
    projects: number;
}

/** After these events, the counts of any project may differ. A moved flag does not reveal the private project that it comes from. */
const AFFECT_ALL_PROJECTS = new Set([
    'segment-updated',
    'segment-deleted',
    'environment-deleted',
    'feature-project-change',
]);

/**
 * The number of flags that use each object of one kind, in memory on every node. The counts are stored per project, because a change
 * affects one project, and because projects may be hidden from an actor. A change removes the counts of its project, and the next reader
 * loads them again.
 */
class CountsByProject<K> {
    readonly #db: Db;
    readonly #count: (db: Db, project: string) => Promise<Map<K, number>>;
    readonly #projects = new Map<string, Promise<Map<K, number>>>();

    constructor(db: Db, count: (db: Db, project: string) => Promise<Map<K, number>>) {
        this.#db = db;
        this.#count = count;
    }

    follow({ events }: FeedChanges): void {
        for (const { type, project } of events) {
            if (AFFECT_ALL_PROJECTS.has(type)) this.#projects.clear();
            else if (project !== null) this.#projects.delete(project);
        }
    }

    /** Returns the counts of one project. */
    of(project: string): Promise<ReadonlyMap<K, number>> {
        const known = this.#projects.get(project);
        if (known !== undefined) return known;
        // A change during the query removes the promise, so that later readers do not get its result.
        const counts = this.#count(this.#db, project);
        this.#projects.set(project, counts);
        counts.catch(() => this.#projects.get(project) === counts && this.#projects.delete(project));
        return counts;
    }

    /** Returns the uses in all projects that the actor may know of. */
    async knownTo(actor: AdminActor): Promise<Map<K, Uses>> {
        const total = new Map<K, Uses>();
        for (const { id } of await this.#db.selectFrom('projects').select('id').execute()) {
            if (!mayKnowOf(actor, id)) continue;
            for (const [used, flags] of await this.of(id)) {
                const uses = total.get(used);
                if (uses) {
                    uses.flags += flags;
                    uses.projects++;
                } else total.set(used, { flags, projects: 1 });
            }
        }
        return total;
    }

    async findDifferences(): Promise<string[]> {
        const compared = [...this.#projects].map(async ([project, counts]) => {
            const [known, stored] = await Promise.all([counts, this.#count(this.#db, project)]);
            return isDeepStrictEqual(known, stored) ? [] : project;
        });
        return (await Promise.all(compared)).flat();
    }
}

/** The uses of the objects that flags refer to. */
export class UseCounts {
    readonly contextFields: CountsByProject<string>;
    readonly segments: CountsByProject<number>;
    /** An environment is used by the flags that are on in it. */
    readonly environments: CountsByProject<string>;

    constructor(db: Db) {
        this.contextFields = new CountsByProject(db, countContextFieldUses);
        this.segments = new CountsByProject(db, countSegmentUses);
        this.environments = new CountsByProject(db, countEnabledFlags);
    }

    follow(changes: FeedChanges): void {
        this.contextFields.follow(changes);
        this.segments.follow(changes);
        this.environments.follow(changes);
    }

    /** Returns the projects whose counts in memory differ from the database. The result should be empty. */
    async findDifferences(): Promise<string[]> {
        const { contextFields, segments, environments } = this;
        const all = [contextFields, segments, environments];
        return (await Promise.all(all.map((counts) => counts.findDifferences()))).flat();
    }
}

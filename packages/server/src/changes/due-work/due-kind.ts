import type { ProjectEnvironment } from '../../core/access/project-environment.ts';
import type { Db } from '../../storage/database.ts';

/** Something that happens at a time: a row of the table of its kind. */
export interface DueItem extends ProjectEnvironment {
    id: number;
    /** The time at which it is due. */
    at: string;
}

export interface DueQuery {
    project: string;
    feature?: string | undefined;
}

export interface ListedDueItem extends DueItem {
    kind: string;
    /** The flags that it changes. */
    features: string[];
    /** Why it does not run at its time; undefined if it will. */
    reason?: string | undefined;
}

/**
 * A kind of due work, over a table of its own. An item is cancelled by a command of its kind, after which no query returns it. Methods
 * instead of properties let a kind have its own type of items.
 */
export interface DueKind<Item extends DueItem = DueItem> {
    /** Whether freeze windows of the environment hold an item until they end. False: the kind checks them itself. */
    readonly isHeldByFreezes: boolean;
    /** Whether an event of this type may have created an item, or changed its time. */
    isRescheduledBy(eventType: string): boolean;
    /** Returns the earliest time after `after` at which an item is due. */
    nextDue(db: Db, after: string): Promise<string | undefined>;
    /** Returns the next due items after another one, ordered by time and id; an empty list ends a round. */
    due(db: Db, query: { now: string; after: DueItem | undefined }): Promise<Item[]>;
    /**
     * Runs an item. Other nodes may try the same: its transaction checks under the lock of writers that the item is still due, and
     * otherwise changes nothing.
     */
    run(item: Item): Promise<void>;
    /** Lists the items of a project, or of one of its flags, with those that were stopped, and a reason for those. */
    list(db: Db, query: DueQuery): Promise<ListedDueItem[]>;
}

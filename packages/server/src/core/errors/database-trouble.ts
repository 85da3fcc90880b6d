/** Temporary problems of a database that the caller did not cause. */
export const TROUBLES = {
    away: {
        says: 'The database cannot be reached: nothing was changed, SDKs are served as before, and changes work again once it is back.',
        retryAfterSeconds: 5,
    },
    'read-only': {
        says: 'The database is read-only, so nothing was changed: SDKs are served as before; ask the operator of this instance, or try again later.',
        retryAfterSeconds: 30,
    },
    full: {
        says: 'The disk of the database is full: nothing was changed, and SDKs are served as before; ask the operator of this instance to free disk space.',
        retryAfterSeconds: 60,
    },
    removed: {
        says: 'The database files of this service were deleted or replaced while it ran: changes are refused, and SDKs are served as before. Stop the service, put the files back or restore a backup, and start it again.',
        retryAfterSeconds: 60,
    },
    slow: {
        says: 'The database is too busy, or another change takes too long: nothing was changed; try again in a few seconds.',
        retryAfterSeconds: 5,
    },
} as const;

export type Trouble = keyof typeof TROUBLES;

/** Marked by the code that accesses the database, because other services may use the same error codes. */
const troubles = new WeakMap<object, Trouble>();

export function markTrouble(error: object, trouble: Trouble): void {
    troubles.set(error, trouble);
}

/** The problem of the database, if it caused the error. */
export const troubleOf = (error: unknown): Trouble | undefined =>
    typeof error === 'object' && error !== null ? troubles.get(error) : undefined;

/** The connection broke between the commit and its response: the outcome of the commit is unknown. */
export class OutcomeUnknown extends Error {
    /** The database can be queried for the outcome. Otherwise rows that are visible now may be lost in a crash. */
    readonly canBeLookedUp: boolean;

    constructor(cause: unknown, { canBeLookedUp }: { canBeLookedUp: boolean }) {
        super('The connection to the database broke while a change was being committed.', { cause });
        this.canBeLookedUp = canBeLookedUp;
        markTrouble(this, 'away');
    }
}

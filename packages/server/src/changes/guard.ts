/** Where approvals may be needed. */
export interface Place {
    project: string;
    environment: string;
}

/** Lets a change reach protected places because others agreed to exactly it. */
export interface Permit {
    covers(place: Place): boolean;
    groupType: 'change-request';
    /** Nobody agreed yet: it could not wait. */
    breakGlass?: { reason: string };
}

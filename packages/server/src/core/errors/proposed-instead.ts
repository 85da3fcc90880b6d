/**
 * Ends a request whose change was proposed instead of made. It is not an error, and its response differs from the one that the route
 * declares.
 */
export class ProposedInstead extends Error {
    readonly requests: readonly unknown[];
    /** Whether the changes that need no approval were made. */
    readonly isPartlyApplied: boolean;
    /** Further members of the response. */
    readonly members: object;

    constructor(
        { requests, isPartlyApplied }: Pick<ProposedInstead, 'requests' | 'isPartlyApplied'>,
        members: object = {},
    ) {
        super('The change was proposed.');
        this.requests = requests;
        this.isPartlyApplied = isPartlyApplied;
        this.members = members;
    }
}

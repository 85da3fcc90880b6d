/**
 * Ends a request whose change was proposed instead of made. It is not an error, and its response differs from the one that the route
 * declares.
 */
export class ProposedInstead extends Error {
    readonly requests: readonly unknown[];

    constructor(requests: readonly unknown[]) {
        super('The change was proposed.');
        this.requests = requests;
    }
}

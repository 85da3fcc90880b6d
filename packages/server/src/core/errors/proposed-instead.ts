/** Ends a request whose change was proposed instead of made: not an error, and not the answer that its route declares. */
export class ProposedInstead extends Error {
    readonly requests: readonly unknown[];

    constructor(requests: readonly unknown[]) {
        super('The change was proposed.');
        this.requests = requests;
    }
}

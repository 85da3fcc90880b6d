/** Ends a request whose change was only rehearsed. It is not an error, and its response differs from the one that the route declares. */
export class RehearsedInstead extends Error {
    readonly body: object;

    constructor(body: object) {
        super('The change was rehearsed.');
        this.body = body;
    }
}

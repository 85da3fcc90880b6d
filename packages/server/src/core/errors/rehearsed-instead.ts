/** Ends a request whose change was only rehearsed. It is not an error, and its response differs from the one that the route declares. */
export class RehearsedInstead extends Error {
    readonly answer: object;

    constructor(response: object) {
        super('The change was rehearsed.');
        this.answer = response;
    }
}

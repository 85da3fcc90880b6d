/** Ends a request whose change was only tried: not an error, and not the answer that its route declares. */
export class RehearsedInstead extends Error {
    readonly answer: object;

    constructor(answer: object) {
        super('The change was rehearsed.');
        this.answer = answer;
    }
}

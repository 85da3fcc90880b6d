/** An invalid part of a document, with its location. */
export class InvalidDocument extends Error {
    readonly path: string;

    constructor(path: string, problem: string) {
        super(`${path === '' ? 'The document' : path} ${problem}`);
        this.path = path;
    }
}

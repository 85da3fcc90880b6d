/** As the value that it says, where it is JSON: the service takes a document of 32 megabytes, and a text of one. */
export function sentDocument(text: unknown): unknown {
    if (typeof text !== 'string') return text;
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

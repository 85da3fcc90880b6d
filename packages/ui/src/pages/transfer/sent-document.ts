/** Parses the text if it is JSON, because the service accepts documents up to 32 MB but strings only up to 1 MB. */
export function sentDocument(text: unknown): unknown {
    if (typeof text !== 'string') return text;
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

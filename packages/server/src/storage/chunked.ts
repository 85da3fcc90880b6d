/** Databases bound the number of values in one statement, and one that takes long holds up other requests. */
const CHUNK = 500;

/** The list in parts that fit into one statement each; no part for an empty list. */
export function* chunked<T>(list: readonly T[]): Generator<T[]> {
    for (let start = 0; start < list.length; start += CHUNK) yield list.slice(start, start + CHUNK);
}

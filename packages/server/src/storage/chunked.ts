/** Databases limit the number of values in one statement, and a long statement delays other requests. */
const CHUNK = 500;

/** Splits the list into parts that fit into one statement each; no part for an empty list. */
export function* chunked<T>(list: readonly T[], size = CHUNK): Generator<T[]> {
    for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

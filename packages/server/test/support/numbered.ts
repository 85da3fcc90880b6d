/** Makes a list of so many items. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));

/** Makes an object with so many flags. */
export const byName = <T>(count: number, make: (i: number) => T): Record<string, T> =>
    Object.fromEntries(times(count, (i) => [`flag-${i}`, make(i)]));

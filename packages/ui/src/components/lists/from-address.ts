/** A text parameter of a URL, which is untrusted input. */
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The same for search text: the router parses digits as a number and `true` as a boolean. */
export const searchText = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value);

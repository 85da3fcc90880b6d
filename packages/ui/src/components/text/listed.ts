export const listed = (items: readonly string[], word = 'and') =>
    items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

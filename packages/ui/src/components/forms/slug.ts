/** The longest that is made of a name, with room for a number behind it. */
const SLUG_LENGTH = 90;

/** A name as it can stand in an address, made as the service makes it: `Crème brûlée!` becomes `creme-brulee`. */
export const slugOf = (name: string): string =>
    name
        .normalize('NFKD')
        .replace(/\p{Mark}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, SLUG_LENGTH)
        .replace(/^-+|-+$/g, '');

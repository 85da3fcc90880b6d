/** The maximum length of a generated slug, which leaves space for a numeric suffix. */
const SLUG_LENGTH = 90;

/** The URL-friendly form of a name, as computed by the service: `Crème brûlée!` becomes `creme-brulee`. */
export const slugOf = (name: string): string =>
    name
        .normalize('NFKD')
        .replace(/\p{Mark}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, SLUG_LENGTH)
        .replace(/^-+|-+$/g, '');

/** Path segments of this API that appear where a project id would be. */
const RESERVED = new Set(['archive', 'revive', 'roles', 'validate']);

export const isReserved = (id: string) => RESERVED.has(id.toLowerCase());

/** Leaves space for a numeric suffix within the maximum length of an id. */
const SLUG_LENGTH = 90;

/** The URL-friendly form of a name: `Crème brûlée!` becomes `creme-brulee`. */
export function slugOf(name: string): string {
    const slug = name
        .normalize('NFKD')
        .replace(/\p{Mark}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, SLUG_LENGTH)
        .replace(/^-+|-+$/g, '');
    return slug || 'project';
}

/** Returns `id`, or the first of `id-1`, `id-2`, … that is not taken. */
export function findFreeId(id: string, existing: ReadonlySet<string>): string {
    const isFree = (candidate: string) => !existing.has(candidate) && !isReserved(candidate);
    if (isFree(id)) return id;
    let number = 1;
    while (!isFree(`${id}-${number}`)) number++;
    return `${id}-${number}`;
}

/** The longest that is made of a name, with room for a number behind it. */
const SLUG_LENGTH = 90;

/** What the id of a new project will be: its name as it can stand in an address, with a number where that is taken. */
export function slugOf(name: string, taken: readonly string[]): string {
    const words = name
        .normalize('NFKD')
        .replace(/\p{Mark}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, SLUG_LENGTH)
        .replace(/^-+|-+$/g, '');
    const slug = words || 'project';
    const all = new Set(taken);
    if (!all.has(slug)) return slug;
    let number = 1;
    while (all.has(`${slug}-${number}`)) number++;
    return `${slug}-${number}`;
}

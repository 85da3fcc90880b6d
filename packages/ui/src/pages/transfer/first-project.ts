/**
 * The project to begin with, where nobody came from one: the one that everything begins in, if it can be changed, or the first
 * that can. Without any, the first that is known, whose refusal says what is missing.
 */
export function firstProject(ids: readonly string[], mayChange: (project: string) => boolean): string | undefined {
    const mine = ids.filter(mayChange);
    const known = mine.length > 0 ? mine : ids;
    return known.includes('default') ? 'default' : known[0];
}

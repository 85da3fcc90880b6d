/**
 * The project to begin with, where nobody came from one: the one that everything begins in, if it can be changed, or the first
 * that can. Without any, the first that is known, whose refusal says what is missing.
 */
export function firstProject(ids: readonly string[], mayChange: (project: string) => boolean): string | undefined {
    const changeable = ids.filter(mayChange);
    const candidates = changeable.length > 0 ? changeable : ids;
    return candidates.includes('default') ? 'default' : candidates[0];
}

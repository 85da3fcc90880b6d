/**
 * Returns the initial project if none was specified: the default project if the user may change it, otherwise the first that they
 * may change. If there is none, the first known project is returned, and its error explains the missing permission.
 */
export function firstProject(ids: readonly string[], mayChange: (project: string) => boolean): string | undefined {
    const changeable = ids.filter(mayChange);
    const candidates = changeable.length > 0 ? changeable : ids;
    return candidates.includes('default') ? 'default' : candidates[0];
}

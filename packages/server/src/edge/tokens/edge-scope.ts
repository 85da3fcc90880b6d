/** The scope of a token: one environment, and some or (`*`) all projects. */
export interface EdgeScope {
    environment: string;
    projects: readonly string[];
}

/** Returns a key that is equal for equal scopes. */
export const scopeKey = ({ environment, projects }: EdgeScope) =>
    JSON.stringify([environment, ...(projects.includes('*') ? ['*'] : [...new Set(projects)].sort())]);

/** Whether one scope includes the other. */
export const covers = (wide: EdgeScope, narrow: EdgeScope) =>
    wide.environment === narrow.environment && areAmong(new Set(wide.projects), narrow.projects);

/** Whether one list of projects includes the other. */
export const areAmong = (seen: ReadonlySet<string>, projects: readonly string[]) =>
    seen.has('*') || (!projects.includes('*') && projects.every((project) => seen.has(project)));

/** Returns the scopes that no other scope covers: following them is sufficient. Of equal scopes, the first is returned. */
export function broadestScopes<T extends EdgeScope>(scopes: readonly T[]): T[] {
    const distinct = new Map<string, T>();
    for (const scope of scopes) if (!distinct.has(scopeKey(scope))) distinct.set(scopeKey(scope), scope);
    return [...Map.groupBy(distinct.values(), ({ environment }) => environment).values()].flatMap(widestOfOne);
}

/** There may be thousands of tokens, nearly all with one project: only those that share a project are compared. */
function widestOfOne<T extends EdgeScope>(scopes: readonly T[]): T[] {
    const everything = scopes.find(({ projects }) => projects.includes('*'));
    if (everything) return [everything];
    const withProject = new Map<string, T[]>();
    for (const scope of scopes) {
        for (const project of scope.projects) {
            withProject.set(project, [...(withProject.get(project) ?? []), scope]);
        }
    }
    return scopes.filter((scope) => {
        const others = withProject.get(scope.projects[0] ?? '') ?? [];
        return !others.some((other) => other !== scope && covers(other, scope));
    });
}

/** A screen about one thing that someone was at. */
export interface Visit {
    path: string;
    /** The subject: a flag, a project or an application, by name. */
    kind: 'flag' | 'project' | 'application';
    name: string;
    /** The project of a flag. */
    project?: string;
}

const MAX_RECENTS = 6;

const PATTERNS = {
    flag: /^\/projects\/([^/]+)\/features\/([^/]+)$/,
    project: /^\/projects\/([^/]+)$/,
    application: /^\/applications\/([^/]+)$/,
} as const;

/** The subject of a page, if it is about one object. */
export function visitOf(path: string): Visit | undefined {
    for (const kind of ['flag', 'project', 'application'] as const) {
        const [found, first, second] = PATTERNS[kind].exec(path) ?? [];
        if (!found || !first) continue;
        if (kind === 'flag' && second) {
            return { path, kind, name: decodeURIComponent(second), project: decodeURIComponent(first) };
        }
        return { path, kind, name: decodeURIComponent(first) };
    }
    return undefined;
}

/** The newest first, none twice. */
export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
    [visit, ...visits.filter(({ path }) => path !== visit.path)].slice(0, MAX_RECENTS);

/** Each person has their own: who sits here next may not even know of these. */
const keyOf = (userId: number) => `halyard.recent.${userId}`;

export function recentVisits(userId: number): Visit[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
        // Someone else may have written there, too.
        return Array.isArray(kept) ? kept.flatMap((each) => visitOf(String(each)) ?? []) : [];
    } catch {
        return [];
    }
}

export function rememberVisit(userId: number, path: string): void {
    const visit = visitOf(path);
    if (!visit) return;
    const paths = withVisit(recentVisits(userId), visit).map((each) => each.path);
    try {
        localStorage.setItem(keyOf(userId), JSON.stringify(paths));
    } catch {
        // A browser that keeps nothing knows nothing recent.
    }
}

/** A visited page about one object. */
export interface Visit {
    path: string;
    /** The type of the object. */
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
        const [match, first, second] = PATTERNS[kind].exec(path) ?? [];
        if (!match || !first) continue;
        if (kind === 'flag' && second) {
            return { path, kind, name: decodeURIComponent(second), project: decodeURIComponent(first) };
        }
        return { path, kind, name: decodeURIComponent(first) };
    }
    return undefined;
}

/** Adds a visit at the front, without duplicates. */
export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
    [visit, ...visits.filter(({ path }) => path !== visit.path)].slice(0, MAX_RECENTS);

/** Stored per user: the next user of this browser may not be allowed to see these names. */
const keyOf = (userId: number) => `halyard.recent.${userId}`;

export function recentVisits(userId: number): Visit[] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
        // Local storage is untrusted input.
        return Array.isArray(stored) ? stored.flatMap((each) => visitOf(String(each)) ?? []) : [];
    } catch {
        return [];
    }
}

/** The last visited of these projects, itself or by one of its flags. */
export const lastProject = (visits: readonly Visit[], projects: readonly string[]): string | undefined =>
    visits
        .flatMap(({ kind, name, project }) => (kind === 'project' ? name : (project ?? [])))
        .find((id) => projects.includes(id));

export function rememberVisit(userId: number, path: string): void {
    const visit = visitOf(path);
    if (!visit) return;
    const paths = withVisit(recentVisits(userId), visit).map((each) => each.path);
    try {
        localStorage.setItem(keyOf(userId), JSON.stringify(paths));
    } catch {
        // Without local storage there are no recent pages.
    }
}

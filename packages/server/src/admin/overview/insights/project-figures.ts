import type { OnboardingStatus } from '../../catalogue/projects/onboarding.schemas.ts';
import type { ProjectFlags } from '../../flags/flag-index/flag-index.ts';
import { type TimeToProduction, timesToProduction } from '../../flags/flag-index/time-to-production.queries.ts';
import type { FlagConditions } from './health.ts';

/** Figures that are derived from the flags of a project. */
export interface ProjectFigures {
    conditions: FlagConditions;
    /** By type, without archived flags. */
    featureTypeCounts: { type: string; count: number }[];
    /** When an SDK last evaluated a flag of the project, including archived flags. */
    lastUsedAt: string | null;
    onboardingStatus: OnboardingStatus;
    /** By name, including archived flags. */
    timesToProduction: TimeToProduction[];
}

const known = new WeakMap<ProjectFlags, { version: number; figures: ProjectFigures }>();

/** Returns cached figures, which are recomputed after a change of the flags. */
export function figuresOf(flags: ProjectFlags): ProjectFigures {
    const before = known.get(flags);
    if (before?.version === flags.version) return before.figures;
    const figures = workOut(flags);
    known.set(flags, { version: flags.version, figures });
    return figures;
}

function workOut({ all, live }: ProjectFlags): ProjectFigures {
    const conditions = { total: 0, stale: 0, potentiallyStale: 0 };
    const types = new Map<string, number>();
    for (const { row } of live.inOrder) {
        conditions.total++;
        // The decision of a user takes precedence over the age of a flag.
        if (row.stale) conditions.stale++;
        if (row.stale === null && row.potentiallyStale) conditions.potentiallyStale++;
        types.set(row.overview.type, (types.get(row.overview.type) ?? 0) + 1);
    }
    let lastUsedAt: string | null = null;
    let first: { name: string; createdAt: string } | undefined;
    for (const { row } of all) {
        const { overview } = row;
        if (overview.lastSeenAt !== null && (lastUsedAt === null || overview.lastSeenAt > lastUsedAt)) {
            lastUsedAt = overview.lastSeenAt;
        }
        if (first === undefined || isBefore(overview, first)) first = overview;
    }
    const travelled = [...all].map(({ row: { overview, inProductionSince } }) => ({ ...overview, inProductionSince }));
    return {
        conditions,
        featureTypeCounts: [...types]
            .map(([type, count]) => ({ type, count }))
            .sort((a, b) => (a.type < b.type ? -1 : 1)),
        lastUsedAt,
        onboardingStatus: onboardingStatus(first?.name, lastUsedAt !== null),
        timesToProduction: timesToProduction(travelled).sort((a, b) => (a.flag < b.flag ? -1 : 1)),
    };
}

const isBefore = (a: { name: string; createdAt: string }, b: { name: string; createdAt: string }) =>
    a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.name < b.name);

/** The onboarding progress of a project: no flag yet, a flag, or a flag that an SDK evaluated. */
function onboardingStatus(firstFlag: string | undefined, anyUsed: boolean): OnboardingStatus {
    if (anyUsed) return { status: 'onboarded' };
    return firstFlag === undefined
        ? { status: 'onboarding-started' }
        : { status: 'first-flag-created', feature: firstFlag };
}

import type { OnboardingStatus } from '../../catalogue/projects/onboarding.schemas.ts';
import type { ProjectFlags } from '../../flags/flag-index/indexed-flags.ts';
import { type TimeToProduction, timesToProduction } from '../../flags/flag-index/time-to-production.queries.ts';
import type { FlagRow } from '../../flags/flags/flag.queries.ts';
import type { FlagConditions } from './health.ts';

export interface ProjectFigures {
    conditions: FlagConditions;
    /** By type, without archived flags. */
    featureTypeCounts: { type: string; count: number }[];
    /** When an SDK last evaluated a flag of the project, including archived flags. */
    lastUsedAt: string | null;
    onboardingStatus: OnboardingStatus;
}

const known = new WeakMap<ProjectFlags, { version: number; figures: ProjectFigures }>();

/** Returns cached figures, which are recomputed after a change of the flags. */
export function figuresOf(flags: ProjectFlags): ProjectFigures {
    const before = known.get(flags);
    if (before?.version === flags.version) return before.figures;
    const figures = computeFigures(flags);
    known.set(flags, { version: flags.version, figures });
    return figures;
}

function computeFigures({ all, live }: ProjectFlags): ProjectFigures {
    const conditions = { total: 0, stale: 0, potentiallyStale: 0 };
    const types = new Map<string, number>();
    for (const {
        summary: { stored },
    } of live.inOrder) {
        conditions.total++;
        // The decision of a user takes precedence over the age of a flag.
        if (stored.stale) conditions.stale++;
        if (stored.stale === null && stored.potentially_stale) conditions.potentiallyStale++;
        types.set(stored.type, (types.get(stored.type) ?? 0) + 1);
    }
    let lastUsedAt: string | null = null;
    let first: FlagAge | undefined;
    for (const {
        summary: { stored, lastSeenAt },
    } of all) {
        if (lastSeenAt !== null && (lastUsedAt === null || lastSeenAt > lastUsedAt)) lastUsedAt = lastSeenAt;
        if (first === undefined || isBefore(stored, first)) first = stored;
    }
    return {
        conditions,
        featureTypeCounts: [...types]
            .map(([type, count]) => ({ type, count }))
            .sort((a, b) => (a.type < b.type ? -1 : 1)),
        lastUsedAt,
        onboardingStatus: onboardingStatus(first?.name, lastUsedAt !== null),
    };
}

/** Returns the times of all flags of a project, including archived ones, by name. The rows of the project must have been read. */
export const timesToProductionOf = ({ all }: ProjectFlags): TimeToProduction[] =>
    timesToProduction(
        [...all].map(({ row: { overview, inProductionSince } }) => ({
            name: overview.name,
            createdAt: overview.createdAt,
            inProductionSince,
        })),
    ).sort((a, b) => (a.flag < b.flag ? -1 : 1));

type FlagAge = Pick<FlagRow, 'name' | 'created_at'>;

const isBefore = (a: FlagAge, b: FlagAge) =>
    a.created_at < b.created_at || (a.created_at === b.created_at && a.name < b.name);

/** The onboarding progress of a project: no flag yet, a flag, or a flag that an SDK evaluated. */
function onboardingStatus(firstFlag: string | undefined, anyUsed: boolean): OnboardingStatus {
    if (anyUsed) return { status: 'onboarded' };
    return firstFlag === undefined
        ? { status: 'onboarding-started' }
        : { status: 'first-flag-created', feature: firstFlag };
}

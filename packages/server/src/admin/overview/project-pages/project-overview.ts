import type { Readable } from 'node:stream';
import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { respondWithFragments } from '../../../http/bodies/fragment-response.ts';
import type { RequestHeaders, RouteReply } from '../../../http/route/route.ts';
import { namingOf } from '../../catalogue/projects/project.queries.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import { fragmentFor } from '../../flags/flag-index/indexed-flag.ts';
import { countsOf, healthOf, technicalDebtOf } from '../insights/health.ts';
import { figuresOf } from '../insights/project-figures.ts';
import { type Activity, projectStats } from '../insights/project-stats.queries.ts';
import type { ProjectFacts } from './project-facts.queries.ts';
import type {
    HealthReport,
    NewProjectOverview,
    ProjectOverview,
    ProjectOverviewEnvironment,
} from './project-overview.schemas.ts';

/** The data of an overview; the time windows of its figures end now. */
export interface Overviewed {
    facts: ProjectFacts;
    flags: ReturnType<FlagIndex['of']>;
    activity: Activity;
    now: Date;
}

export async function readOverviewed(
    { flagIndex, projectIndex, clock }: Pick<Services, 'flagIndex' | 'projectIndex' | 'clock'>,
    project: string,
): Promise<Overviewed> {
    const facts = await projectIndex.get(project);
    const activity = await projectIndex.activityOf(project);
    await flagIndex.whenProjectRead(project);
    return { facts, flags: flagIndex.of(project), activity, now: clock() };
}

/** Responds with an overview, followed by the flags of the project. */
export async function respondWithFlags(
    flagIndex: FlagIndex,
    { overview, flags }: { overview: object; flags: Overviewed['flags'] },
    { actor, headers, signal }: { actor: AdminActor; headers: RequestHeaders; signal: AbortSignal },
    reply: RouteReply,
): Promise<Buffer | Readable | string> {
    const before = `${JSON.stringify(overview).slice(0, -1)},"features":`;
    const toPart = fragmentFor(flagIndex.favoritesOf(actor.userId), 'overview');
    const parts = await mapYielding(flags.live.inOrder, toPart, signal);
    return respondWithFragments({ before, parts, after: '}' }, headers, reply);
}

/** Returns the overview for a user, without flags. */
export function toOverview(
    { facts, flags, activity, now }: Overviewed,
    userId: number | undefined,
): Omit<ProjectOverview, 'features'> {
    const { row, members, environments, favoriteOf } = facts;
    return {
        version: 1,
        name: row.name,
        description: row.description,
        mode: row.mode,
        defaultStickiness: row.default_stickiness,
        featureLimit: row.feature_limit,
        featureNaming: namingOf(row),
        stats: projectStats(flags, activity, now),
        members,
        health: healthOf(figuresOf(flags).conditions),
        favorite: userId !== undefined && favoriteOf.includes(userId),
        environments: environments.map(
            ({ environment, default_strategy, required_approvals }): ProjectOverviewEnvironment => ({
                environment,
                changeRequestsEnabled: required_approvals !== null,
                ...(default_strategy && { defaultStrategy: default_strategy }),
            }),
        ),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
    };
}

/** Returns the overview with the number of flags that need attention. */
export function toHealthReport(overviewed: Overviewed, userId: number | undefined): Omit<HealthReport, 'features'> {
    const { conditions } = figuresOf(overviewed.flags);
    return { ...toOverview(overviewed, userId), ...countsOf(conditions), technicalDebt: technicalDebtOf(conditions) };
}

/** Returns the overview with the number of flags by type instead of the flags. */
export function toNewOverview(overviewed: Overviewed, userId: number | undefined): NewProjectOverview {
    const { row } = overviewed.facts;
    const { conditions, featureTypeCounts, onboardingStatus } = figuresOf(overviewed.flags);
    return {
        ...toOverview(overviewed, userId),
        technicalDebt: technicalDebtOf(conditions),
        featureTypeCounts,
        linkTemplates: row.link_templates,
        reviewOptional: row.review_optional,
        archivedAt: row.archived_at,
        onboardingStatus,
    };
}

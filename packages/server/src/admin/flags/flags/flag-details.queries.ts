import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findProjectEnvironment } from '../../catalogue/projects/project.queries.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import { countRecentUsage, recentSince } from '../../observations/usage/usage.queries.ts';
import { listChildrenOf, listDependenciesOf, toDependency } from '../dependencies/dependency.queries.ts';
import { favoriteFlagsAmong } from '../favorites/favorite.queries.ts';
import { listFlagLinks } from '../flag-links/flag-link.queries.ts';
import { listStages } from '../lifecycle/lifecycle.queries.ts';
import { describePlan, listPlans } from '../release-plans/release-plan.queries.ts';
import { listSafeguardsOfFlag, toListedSafeguard } from '../safeguards/safeguard.queries.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';
import { type FlagAddress, getFlag, getFlagOrArchived, toMetadata } from './flag.queries.ts';
import type { FlagDetails, FlagEnvironment, FlagInEnvironment } from './flag-details.schemas.ts';
import { lastSeen } from './flag-overview.queries.ts';
import { findOwners } from './flag-owner.ts';
import { findCreators, listCollaborators } from './flag-people.queries.ts';

interface FlagDetailsQuery {
    now: Date;
    /** The user whose favourites are considered. */
    userId: number | undefined;
    variantEnvironments?: boolean;
    archived?: boolean;
}

export async function getFlagDetails(db: Db, address: FlagAddress, query: FlagDetailsQuery): Promise<FlagDetails> {
    const flag = await (query.archived ? getFlagOrArchived : getFlag)(db, address);
    const { name } = flag;
    const environments = await listFlagEnvironments(db, { flag: name, now: query.now });
    const stage = (await listStages(db, name)).at(-1);
    const { owner: _, ...metadata } = toMetadata(flag);
    const owner = (await findOwners(db, [flag.owner])).get(flag.owner ?? '');
    return {
        ...metadata,
        ...(owner && { owner }),
        favorite: (await favoriteFlagsAmong(db, query.userId, [name])).has(name),
        lastSeenAt: lastSeen(environments),
        environments: environments.map(({ variants, ...environment }) => ({
            ...environment,
            ...(query.variantEnvironments && { variants: variants ?? [] }),
        })),
        tags: (await listTagsByFlag(db, [name])).get(name) ?? [],
        children: (await listChildrenOf(db, [name])).map(({ child }) => child),
        dependencies: (await listDependenciesOf(db, [name])).map(toDependency),
        ...(stage && { lifecycle: stage }),
        links: await listFlagLinks(db, name),
        createdBy: (await findCreators(db, [flag]))(flag),
        collaborators: { users: await listCollaborators(db, name) },
    };
}

/** Returns a flag in one environment, with the default strategy that it would get if it were turned on without a strategy. */
export async function getFlagInEnvironment(
    db: Db,
    { environment, now, ...address }: FlagAddress & { environment: string; now: Date },
): Promise<FlagInEnvironment> {
    const flag = await getFlag(db, address);
    const query = { flag: flag.name, environment, now, withMilestones: true };
    const [flagEnvironment] = await listFlagEnvironments(db, query);
    if (!flagEnvironment) throw notFound(`environment ${environment} for flag ${flag.name}`);
    const ofProject = await findProjectEnvironment(db, flag.project, environment);
    return {
        ...flagEnvironment,
        // In this response, `name` is the name of the flag, not of the environment.
        name: flag.name,
        ...(ofProject?.default_strategy && { defaultStrategy: ofProject.default_strategy }),
    };
}

async function listFlagEnvironments(
    db: Db,
    {
        flag,
        environment,
        now,
        withMilestones = false,
    }: { flag: string; environment?: string; now: Date; withMilestones?: boolean },
): Promise<FlagEnvironment[]> {
    const rows = await db
        .selectFrom('flag_environments')
        .innerJoin('environments', 'environments.name', 'flag_environments.environment')
        .select(['environments.name', 'type', 'sort_order', 'flag_environments.enabled', 'variants', 'last_seen_at'])
        .where('flag', '=', flag)
        .$if(environment !== undefined, (query) => query.where('environments.name', '=', environment!))
        .orderBy('sort_order')
        .orderBy('environments.name')
        .execute();
    const strategies = (await listStrategies(db, [flag], environment, { withMilestones: true })).get(flag);
    const plans = await listPlans(db, [flag], environment);
    const safeguards = await listSafeguardsOfFlag(db, flag);
    const usage = await countRecentUsage(db, [flag], recentSince(now));
    return rows.map((row) => {
        const all = strategies?.get(row.name) ?? [];
        const ofEnvironment = plans.filter((plan) => plan.environment === row.name);
        const ofMilestones = new Set(
            ofEnvironment.flatMap(({ milestones }) =>
                milestones.flatMap(({ strategies }) => strategies.map(({ id }) => id)),
            ),
        );
        const own = all.filter(({ id }) => !ofMilestones.has(id));
        return {
            name: row.name,
            featureName: flag,
            environment: row.name,
            enabled: row.enabled,
            type: row.type,
            sortOrder: row.sort_order,
            variantCount: row.variants.length,
            lastSeenAt: row.last_seen_at,
            ...usage(flag, row.name),
            hasStrategies: all.length > 0,
            hasEnabledStrategies: all.some(({ disabled }) => !disabled),
            strategies: withMilestones ? all : own,
            releasePlans: ofEnvironment.map((plan) => describePlan(plan, { safeguards, strategies: own })),
            safeguards: safeguards
                .filter((each) => each.planId === null && each.environment === row.name)
                .map(toListedSafeguard),
            variants: row.variants,
        };
    });
}

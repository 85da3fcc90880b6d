import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { settingsOf } from '../../../core/flags/flag-settings.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { activeMilestones } from '../../../storage/releases/plan-rows.ts';
import { environmentsWithStrategies } from '../../../storage/strategies/strategy-rows.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import { currentStages } from '../lifecycle/lifecycle.queries.ts';
import { type FlagRow, isStale } from './flag.queries.ts';
import type { FlagEnvironmentOverview, FlagOverview } from './flag-overview.schemas.ts';
import { findOwners } from './flag-owner.ts';
import { findCreators } from './flag-people.queries.ts';

/** Returns the list entries of these flags, in their order, for users who have not marked them as favourites. */
export async function toOverviews(db: Db, flags: readonly FlagRow[]): Promise<FlagOverview[]> {
    const names = flags.map(({ name }) => name);
    const environments = await environmentsOf(db, names);
    const tags = await listTagsByFlag(db, names);
    const stages = await currentStages(db, names);
    const creatorOf = await findCreators(db, flags);
    const owners = await findOwners(
        db,
        flags.map((flag) => flag.owner),
    );
    return mapYielding(flags, (flag) => {
        // A copy, because a list that has grown reserves memory for 17 items.
        const own = environments.get(flag.name)?.slice() ?? [];
        const tagsOfFlag = tags.get(flag.name);
        const stage = stages.get(flag.name);
        const { owner: _, ...settings } = settingsOf(flag);
        const owner = owners.get(flag.owner ?? '');
        return {
            name: flag.name,
            ...settings,
            ...(owner && { owner }),
            project: flag.project,
            favorite: false,
            createdAt: flag.created_at,
            archivedAt: flag.archived_at,
            stale: isStale(flag),
            lastSeenAt: lastSeen(own),
            environments: own,
            ...(tagsOfFlag && { tags: tagsOfFlag }),
            createdBy: creatorOf(flag),
            ...(stage && { lifecycle: stage }),
        };
    });
}

/** Returns the latest time at which the flag was used in any environment. */
export const lastSeen = (environments: readonly { lastSeenAt: string | null }[]) =>
    environments.reduce<string | null>(
        (latest, { lastSeenAt }) =>
            lastSeenAt !== null && (latest === null || lastSeenAt > latest) ? lastSeenAt : latest,
        null,
    );

/** Returns the same for all flags that were used at all. */
export async function listLastSeen(db: Db): Promise<Map<string, string>> {
    const latest = new Map<string, string>();
    // Grouped here: the database would sort all rows before it returns the first.
    const rows = await db
        .selectFrom('flag_environments')
        .select(['flag', 'last_seen_at'])
        .where('last_seen_at', 'is not', null)
        .$narrowType<{ last_seen_at: string }>()
        .execute();
    for (const { flag, last_seen_at } of rows) {
        const other = latest.get(flag);
        if (other === undefined || other < last_seen_at) latest.set(flag, last_seen_at);
    }
    return latest;
}

async function environmentsOf(db: Db, flags: readonly string[]): Promise<Map<string, FlagEnvironmentOverview[]>> {
    const environments = new Map<string, FlagEnvironmentOverview[]>();
    // All flags share the texts of an environment: they take less memory than a text per row.
    const texts = new Map<string, string>();
    const shared = (text: string) => texts.set(text, texts.get(text) ?? text).get(text)!;
    for (const names of chunked(flags)) {
        const rows = await environmentRows(db, { names });
        const milestones = Map.groupBy(await activeMilestones(db, { names }), ({ flag }) => flag);
        const strategies = Map.groupBy(await environmentsWithStrategies(db, { names }), ({ flag }) => flag);
        for (const row of rows) {
            const own = strategies.get(row.flag)?.filter(({ environment }) => environment === row.name) ?? [];
            const environment = {
                name: shared(row.name),
                enabled: row.enabled,
                type: shared(row.type),
                sortOrder: row.sort_order,
                variantCount: row.variants.length,
                lastSeenAt: row.last_seen_at,
                hasStrategies: own.length > 0,
                hasEnabledStrategies: own.some(({ disabled }) => !disabled),
                ...milestoneOf(milestones.get(row.flag)?.find(({ environment }) => environment === row.name)),
            };
            const list = environments.get(row.flag);
            if (list) list.push(environment);
            else environments.set(row.flag, [environment]);
        }
    }
    return environments;
}

const milestoneOf = (milestone: { name: string; sort_order: number; total: number | null } | undefined) =>
    milestone && {
        milestoneName: milestone.name,
        milestoneOrder: milestone.sort_order,
        totalMilestones: milestone.total ?? 0,
    };

type FlagNames = { names: readonly string[] };

const environmentRows = prepared((db: Db, { names }: FlagNames) =>
    db
        .selectFrom('flag_environments')
        .innerJoin('environments', 'environments.name', 'flag_environments.environment')
        .select([
            'flag_environments.flag',
            'flag_environments.enabled',
            'flag_environments.variants',
            'flag_environments.last_seen_at',
            'environments.name',
            'environments.type',
            'environments.sort_order',
        ])
        .where('flag_environments.flag', 'in', names)
        .orderBy('environments.sort_order')
        .orderBy('environments.name'),
);

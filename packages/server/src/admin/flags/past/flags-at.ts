import type { VisiblePast } from '../../../changes/past/known-at.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { PUBLISHED_MEMBERS } from '../../../core/flags/flag-members.ts';
import { pickMembers } from '../../../core/flags/flag-settings.ts';
import { environmentsAt } from '../../catalogue/environments/environments-at.ts';
import type { FlagOverview } from '../flags/flag-overview.schemas.ts';
import { type PastSources, toEnvironmentOverview } from './flag-at.ts';
import { flagFactsAt } from './flag-facts-at.ts';
import { type PastDefinition, toPastDefinition } from './past-definition.ts';

interface PastFlagsQuery {
    project: string;
    revision: number;
    known: VisiblePast;
}

/** Returns the past definitions of the flags of a project, sorted by name, in every environment that had them. */
export async function definitionsOfProjectAt(
    { snapshots, pastFlags }: PastSources,
    { project, revision, known }: PastFlagsQuery,
): Promise<Map<string, Map<string, PastDefinition>>> {
    const definitions = new Map<string, Map<string, PastDefinition>>();
    for (const { environment } of snapshots.all()) {
        const flags = await pastFlags.flagsOfProject({ environment, revision }, project);
        await mapYielding(flags, (flag) => {
            if (!known.flag(flag)) return;
            const own = definitions.get(flag.name) ?? new Map<string, PastDefinition>();
            definitions.set(flag.name, own.set(environment, toPastDefinition(flag)));
        });
    }
    return new Map([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the past list entries of the flags of a project. */
export async function flagOverviewsAt(sources: PastSources, query: PastFlagsQuery): Promise<FlagOverview[]> {
    const { db } = sources;
    const definitions = await definitionsOfProjectAt(sources, query);
    const environments = await environmentsAt(db, query.revision);
    const factsOf = await flagFactsAt(db, [...definitions.keys()], query.revision);
    return mapYielding(definitions, ([name, own]): FlagOverview => {
        const [first] = own.values();
        const { createdAt, createdBy, settings, tags } = factsOf(name);
        return {
            name,
            // Each flag of the map is in at least one environment.
            ...pickMembers(first!, PUBLISHED_MEMBERS),
            ...settings,
            project: query.project,
            favorite: false,
            createdAt,
            archivedAt: null,
            stale: first!.stale,
            lastSeenAt: null,
            environments: [...environments.values()].flatMap(({ name: environment, type, sortOrder }) => {
                const definition = own.get(environment);
                return definition ? [toEnvironmentOverview(definition, { environment, type, sortOrder })] : [];
            }),
            ...(tags.length > 0 && { tags }),
            createdBy,
        };
    });
}

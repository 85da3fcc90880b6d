import type { Moment } from '../../../changes/moment.ts';
import type { VisiblePast } from '../../../changes/past/known-at.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { PUBLISHED_MEMBERS } from '../../../core/flags/flag-members.ts';
import { pickMembers } from '../../../core/flags/flag-settings.ts';
import { flagsAt } from '../../../publications/definitions-at.ts';
import type { PastFlags } from '../../../snapshots/past.ts';
import type { Snapshots } from '../../../snapshots/snapshots.ts';
import type { Db } from '../../../storage/database.ts';
import { environmentsAt } from '../../catalogue/environments/environments-at.ts';
import type { FlagAddress } from '../flags/flag.queries.ts';
import type { FlagDetails, FlagEnvironment } from '../flags/flag-details.schemas.ts';
import { listCollaborators } from '../flags/flag-people.queries.ts';
import { flagFactsAt, linksAt } from './flag-facts-at.ts';
import { type PastDefinition, toPastDefinition, toPastStrategy } from './past-definition.ts';

/** The sources of past states. */
export interface PastSources {
    db: Db;
    snapshots: Snapshots;
    pastFlags: PastFlags;
}

interface PastFlagQuery {
    moment: Moment;
    known: VisiblePast;
    variantEnvironments?: boolean | undefined;
}

/** Returns the past details of a flag. Measurements and personal data such as favourites are not available. */
export async function getFlagDetailsAt(
    sources: PastSources,
    { project, name }: FlagAddress,
    { moment, known, variantEnvironments }: PastFlagQuery,
): Promise<FlagDetails> {
    const { db } = sources;
    const { revision } = moment;
    const definitions = await definitionsOf(sources, name, revision);
    const [first] = definitions.values();
    if (first === undefined || !known.flag(first)) throw notFound(`flag ${name} in project ${project} at ${moment.at}`);
    if (first.project !== project) {
        throw notFound(`flag ${name} in project ${project} at ${moment.at}: it was in project ${first.project} then`);
    }
    const { createdAt, createdBy, settings, tags } = (await flagFactsAt(db, [name], revision))(name);
    const environments = await environmentsAt(db, revision);
    const [firstEnvironment] = definitions.keys();
    return {
        name,
        ...pickMembers(first, PUBLISHED_MEMBERS),
        ...settings,
        project,
        stale: first.stale,
        createdAt,
        archived: false,
        favorite: false,
        lastSeenAt: null,
        environments: [...environments.values()].flatMap(({ name: environment, type, sortOrder }) => {
            const definition = definitions.get(environment);
            return definition
                ? [toFlagEnvironment(definition, { environment, type, sortOrder, variants: variantEnvironments })]
                : [];
        }),
        tags,
        children: await childrenAt(sources, { environment: firstEnvironment!, revision, parent: name, known }),
        dependencies: first.dependencies ?? [],
        links: await linksAt(db, name, revision),
        createdBy,
        collaborators: { users: await listCollaborators(db, name, revision) },
    };
}

/** The past state of a flag in each environment that had it. */
async function definitionsOf({ db, snapshots }: PastSources, name: string, revision: number) {
    const definitions = new Map<string, PastDefinition>();
    for (const { environment } of snapshots.all()) {
        const flag = (await flagsAt(db, { environment, revision }, [name])).get(name);
        if (flag) definitions.set(environment, toPastDefinition(flag));
    }
    return definitions;
}

interface EnvironmentPosition {
    environment: string;
    type: string;
    sortOrder: number;
    variants?: boolean | undefined;
}

function toFlagEnvironment(definition: PastDefinition, position: EnvironmentPosition): FlagEnvironment {
    const { environment, type, sortOrder } = position;
    return {
        ...toEnvironmentOverview(definition, { environment, type, sortOrder }),
        featureName: definition.name,
        environment,
        yes: 0,
        no: 0,
        strategies: definition.strategies.map(toPastStrategy),
        // Past milestones are part of the strategies.
        releasePlans: [],
        safeguards: [],
        ...(position.variants && { variants: definition.variants }),
    };
}

/** Converts a past definition to an environment in a list entry. */
export function toEnvironmentOverview(
    definition: PastDefinition,
    { environment, type, sortOrder }: EnvironmentPosition,
) {
    const { enabled, variants, strategies } = definition;
    return {
        name: environment,
        enabled,
        type,
        sortOrder,
        variantCount: variants.length,
        lastSeenAt: null,
        hasStrategies: strategies.length > 0,
        hasEnabledStrategies: strategies.some(({ disabled }) => !disabled),
    };
}

/** Returns the flags that depended on a parent. They are the same in every environment. */
async function childrenAt(
    { pastFlags }: PastSources,
    {
        environment,
        revision,
        parent,
        known,
    }: { environment: string; revision: number; parent: string; known: VisiblePast },
): Promise<string[]> {
    const { flags } = await pastFlags.at({ environment, revision });
    return flags.flags
        .filter(({ definition }) =>
            (definition as PastDefinition).dependencies?.some(({ feature }) => feature === parent),
        )
        .filter((child) => known.flag(child))
        .map(({ name }) => name);
}

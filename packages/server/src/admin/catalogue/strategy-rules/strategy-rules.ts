import type { Change } from '../../../changes/change.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { exceedsLimit, invalid, notFound } from '../../../core/errors/errors.ts';
import type { ResourceLimits } from '../../../core/settings/resource-limits.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import {
    checkConstraintLimits,
    fieldsOf,
    type LegalValues,
    loadLegalValues,
    validateConstraints,
} from '../constraints/constraint-rules.ts';
import type { FeatureStrategy, NewStrategy } from './strategy.schemas.ts';
import { validateVariants } from './variant-rules.ts';

/** The members that determine the result of a strategy, in contrast to its title and order. */
type Configuration = Pick<FeatureStrategy, 'constraints' | 'variants' | 'parameters' | 'segments'>;

interface StrategyInput extends Pick<NewStrategy, 'constraints' | 'variants' | 'parameters' | 'segments'> {
    /** Undefined: the type does not change, and no defaults are set. */
    name: string | undefined;
    /** The default of `groupId`. */
    featureName: string;
    before?: Configuration;
    /** For imports: the strategy is stored as another service serves it, without the defaults of the project, and with its weights. */
    isExact?: boolean;
}

/** Returns the configuration in stored form, or throws an error with the required change. Omitted members are empty. */
export async function validateConfiguration(
    { tx, limits, actor }: Pick<Change, 'tx' | 'limits' | 'actor'>,
    { project, ...requested }: StrategyInput & { project: string },
): Promise<Configuration> {
    const context = await loadRuleContext(tx, actor, { project, requested: [requested] });
    return checkedIn(context, limits, requested, '/body');
}

/**
 * Same as `validateConfiguration` for many strategies of one project with few queries. `path` is the location of each.
 */
export async function checkedConfigurations(
    { tx, limits, actor }: Pick<Change, 'tx' | 'limits' | 'actor'>,
    /** Null: the strategies are for all projects. */
    project: string | null,
    requested: readonly (StrategyInput & { path: string })[],
): Promise<Configuration[]> {
    const context = await loadRuleContext(tx, actor, { project, requested });
    return mapYielding(requested, ({ path, ...strategy }) => checkedIn(context, limits, strategy, path));
}

/** The data that the rules need besides the strategies of a project. */
interface StrategyRuleContext {
    project: string | null;
    types: ReadonlySet<string>;
    legalValues: LegalValues;
    /** The project of each segment; null: all projects. */
    segments: ReadonlyMap<number, string | null>;
    /** The stickiness of rollouts that do not specify one. */
    stickiness: string;
}

async function loadRuleContext(
    db: Db,
    actor: AdminActor,
    { project, requested }: { project: string | null; requested: readonly StrategyInput[] },
): Promise<StrategyRuleContext> {
    const fields = new Set(requested.flatMap(({ constraints = [] }) => fieldsOf(constraints)));
    const [types, [ofProject], legalValues, segments] = await Promise.all([
        strategyTypes(db, {}),
        project === null ? [] : stickinessOf(db, { project }),
        loadLegalValues(db, [...fields], project),
        loadSegmentOwners(
            db,
            actor,
            requested.flatMap((strategy) => strategy.segments ?? []),
        ),
    ]);
    if (!ofProject && project !== null) throw notFound(`project ${project}`);
    return {
        project,
        types: new Set(types.map(({ name }) => name)),
        legalValues,
        segments,
        stickiness: ofProject?.default_stickiness ?? 'default',
    };
}

const strategyTypes = prepared((db: Db, _: object) => db.selectFrom('strategy_types').select('name'));
const stickinessOf = prepared((db: Db, { project }: { project: string }) =>
    db.selectFrom('projects').select('default_stickiness').where('id', '=', project),
);

function checkedIn(
    around: StrategyRuleContext,
    limits: ResourceLimits,
    requested: StrategyInput,
    path: string,
): Configuration {
    const { name, featureName, before, constraints = [], variants = [], parameters = {}, segments = [] } = requested;
    const { isExact = false } = requested;
    const stickiness = isExact ? 'default' : around.stickiness;
    if (name !== undefined && !around.types.has(name)) {
        throw invalid(`There is no strategy type ${name}. Use one that exists, or create it.`, `${path}/name`);
    }
    checkConstraintLimits(limits, constraints, before?.constraints);
    if (new Set(segments).size > Math.max(limits.strategySegments, before?.segments.length ?? 0)) {
        throw exceedsLimit('segments in one strategy', limits.strategySegments);
    }
    return {
        constraints: validateConstraints(constraints, {
            legalValues: around.legalValues,
            path: `${path}/constraints`,
        }),
        variants: validateVariants(variants, `${path}/variants`, {
            ...(before && { before: before.variants }),
            areExact: isExact,
        }),
        parameters: {
            ...defaultParameters(name, { stickiness, groupId: featureName }),
            ...asText(parameters),
        },
        segments: checkedSegmentsIn(around, segments, path),
    };
}

/** Default parameters for a strategy of this type; undefined if it has none. */
export const defaultParameters = (name: unknown, { stickiness, groupId }: { stickiness: string; groupId: string }) =>
    name === 'flexibleRollout' ? { rollout: '100', stickiness, groupId } : undefined;

const asText = (parameters: NonNullable<NewStrategy['parameters']>): Record<string, string> =>
    Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

/** Returns the distinct segments in ascending order. They must exist and belong to the project or to all projects. */
export async function validateSegments(
    { tx, actor }: Pick<Change, 'tx' | 'actor'>,
    requested: readonly number[],
    project: string,
): Promise<number[]> {
    return checkedSegmentsIn({ project, segments: await loadSegmentOwners(tx, actor, requested) }, requested, '/body');
}

/** Segments of projects that are hidden from the actor do not exist for them. */
async function loadSegmentOwners(
    db: Db,
    actor: AdminActor,
    requested: readonly number[],
): Promise<Map<number, string | null>> {
    const owners = new Map<number, string | null>();
    for (const ids of chunked([...new Set(requested)])) {
        for (const row of await segmentOwners(db, { ids })) {
            if (mayKnowOf(actor, row.project)) owners.set(row.id, row.project);
        }
    }
    return owners;
}

const segmentOwners = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    db.selectFrom('segments').select(['id', 'project']).where('id', 'in', ids),
);

function checkedSegmentsIn(
    { project, segments }: Pick<StrategyRuleContext, 'project' | 'segments'>,
    requested: readonly number[],
    path: string,
): number[] {
    const ids = [...new Set(requested)].sort((a, b) => a - b);
    for (const id of ids) {
        const owner = segments.get(id);
        if (owner === undefined) throw notFound(`segment ${id}`);
        if (owner !== null && owner !== project) {
            throw invalid(
                project === null
                    ? `Segment ${id} belongs to a project. Use a segment of all projects.`
                    : `Segment ${id} belongs to another project. Use a segment of project ${project}, or one of all projects.`,
                `${path}/segments`,
            );
        }
    }
    return ids;
}

import type { Change } from '../../changes/write.ts';
import { exceedsLimit, invalid, notFound } from '../../core/errors.ts';
import { checkConstraintLimits, checkedConstraints } from '../constraints/constraint-rules.ts';
import { findStrategyType } from '../strategy-types/strategy-type.queries.ts';
import { checkedVariants } from '../variants/variant-rules.ts';
import type { FeatureStrategy, NewStrategy } from './strategy.schemas.ts';

/** What a strategy decides by, whatever it is called and wherever it stands. */
type Configuration = Pick<FeatureStrategy, 'constraints' | 'variants' | 'parameters' | 'segments'>;

interface Wanted extends Pick<NewStrategy, 'constraints' | 'variants' | 'parameters' | 'segments'> {
    project: string;
    /** Undefined: the type stays as it is, and nothing is filled in for it. */
    name: string | undefined;
    /** What the default of `groupId` is. */
    featureName: string;
    before?: Configuration;
}

/** The configuration as it is kept, or an error that says what to change. What is not given is empty. */
export async function checkedConfiguration(
    { tx, limits }: Pick<Change, 'tx' | 'limits'>,
    { project, name, featureName, before, ...wanted }: Wanted,
): Promise<Configuration> {
    const { constraints = [], variants = [], parameters = {}, segments = [] } = wanted;
    if (name !== undefined) await checkStrategyType({ tx }, name);
    checkConstraintLimits(limits, constraints, before?.constraints);
    if (new Set(segments).size > Math.max(limits.strategySegments, before?.segments.length ?? 0)) {
        throw exceedsLimit('segments in one strategy', limits.strategySegments);
    }
    return {
        constraints: await checkedConstraints(tx, constraints, { project, path: '/body/constraints' }),
        variants: checkedVariants(variants, '/body/variants'),
        parameters: {
            ...(name === 'flexibleRollout' && (await rolloutDefaults({ tx }, project, featureName))),
            ...asText(parameters),
        },
        segments: await checkedSegments({ tx }, segments, project),
    };
}

async function checkStrategyType({ tx }: Pick<Change, 'tx'>, name: string): Promise<void> {
    if (!(await findStrategyType(tx, name)))
        throw invalid(`There is no strategy type ${name}. Use one that exists, or create it.`, '/body/name');
}

async function rolloutDefaults({ tx }: Pick<Change, 'tx'>, project: string, featureName: string) {
    const { default_stickiness: stickiness } = await tx
        .selectFrom('projects')
        .select('default_stickiness')
        .where('id', '=', project)
        .executeTakeFirstOrThrow();
    return { rollout: '100', stickiness, groupId: featureName };
}

const asText = (parameters: NonNullable<NewStrategy['parameters']>): Record<string, string> =>
    Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

/** The segments in ascending order, each once. They must exist and belong to the project, or to all projects. */
export async function checkedSegments(
    { tx }: Pick<Change, 'tx'>,
    wanted: readonly number[],
    project: string,
): Promise<number[]> {
    const ids = [...new Set(wanted)].sort((a, b) => a - b);
    if (ids.length === 0) return ids;
    const rows = await tx.selectFrom('segments').select(['id', 'project']).where('id', 'in', ids).execute();
    const projects = new Map(rows.map((row) => [row.id, row.project]));
    for (const id of ids) {
        const owner = projects.get(id);
        if (owner === undefined) throw notFound(`segment ${id}`);
        if (owner !== null && owner !== project) {
            throw invalid(
                `Segment ${id} belongs to another project. Use a segment of project ${project}, or one of all projects.`,
                '/body/segments',
            );
        }
    }
    return ids;
}

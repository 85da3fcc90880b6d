import {
    type ConstraintDefinition,
    type DefinitionChanges,
    type FlagDefinition,
    type FlagSet,
    type SegmentDefinition,
    type StrategyDefinition,
    strategyTypes,
} from '@halyard/engine';

/** The affected flags and their changes. */
export interface Touched {
    names: readonly string[];
    before: FlagSet;
    changes: DefinitionChanges;
}

/** Returns the constraints of the affected flags before and after the change, and of their segments. */
export function* constraintsOf(touched: Touched): Generator<ConstraintDefinition> {
    const { before, changes } = touched;
    const segments = new Set<number>();
    for (const strategy of strategiesOf(touched)) {
        yield* strategy.constraints ?? [];
        for (const id of strategy.segments ?? []) segments.add(id);
    }
    for (const segment of (changes.segments ?? []) as SegmentDefinition[]) yield* segment.constraints;
    for (const id of segments)
        yield* (before.segmentDefinition(id) as SegmentDefinition | undefined)?.constraints ?? [];
}

/**
 * Whether the engine evaluates every strategy of the affected flags like SDKs do. Custom strategies are implemented in the SDKs, so it
 * cannot.
 */
export const isEvaluable = (touched: Touched): boolean =>
    definitionsOf(touched).every(({ strategies }) =>
        strategies.every(({ name }) => Object.hasOwn(strategyTypes, name)),
    );

/** The context fields that identify users. */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set(['userId', 'sessionId', 'remoteAddress']);
/** The strategies that compare such a field with their parameters. */
const IDENTITY_STRATEGIES: ReadonlySet<string> = new Set(['userWithId', 'remoteAddress']);
/** Contexts have no pseudonym for their address, so nobody is in a rollout by address. */
const ADDRESS = 'remoteAddress';

/** Whether a rule of the affected flags refers to individual users, sessions or addresses. */
export const hasIdentityRules = (touched: Touched): boolean =>
    strategiesOf(touched).some(
        ({ name, parameters = {} }) =>
            IDENTITY_STRATEGIES.has(name) || [parameters['stickiness'], parameters['attribute']].includes(ADDRESS),
    ) ||
    variantsOf(touched).some(({ stickiness }) => stickiness === ADDRESS) ||
    [...constraintsOf(touched), ...overridesOf(touched)].some(({ contextName }) => IDENTITY_FIELDS.has(contextName));

/** The strategies that enable a flag for everybody, for nobody, or by fields of the context that identify no user. */
const isForAllAlike = ({ name, parameters = {} }: StrategyDefinition): boolean => {
    if (name === 'default' || name === 'applicationHostname') return true;
    const percentage = Number(parameters[name === 'flexibleRollout' ? 'rollout' : 'percentage']);
    return ROLLOUTS.has(name) && (percentage >= 100 || percentage <= 0);
};
const ROLLOUTS: ReadonlySet<string> = new Set([
    'flexibleRollout',
    'gradualRolloutUserId',
    'gradualRolloutSessionId',
    'gradualRolloutRandom',
]);

/** Whether results depend on the identity of a user: on the bucket of a rollout, or of several variants. */
export const hasBuckets = (touched: Touched): boolean =>
    strategiesOf(touched).some((strategy) => !isForAllAlike(strategy)) ||
    [...definitionsOf(touched), ...strategiesOf(touched)].some(({ variants = [] }) => variants.length > 1);

/** Adds the parents, whose results are conditions of the affected flags. */
export function withParents(touched: Touched): Touched {
    const parents = definitionsOf(touched).flatMap(({ dependencies = [] }) =>
        dependencies.map(({ feature }) => feature),
    );
    return { ...touched, names: [...new Set([...touched.names, ...parents])] };
}

const strategiesOf = (touched: Touched): StrategyDefinition[] =>
    definitionsOf(touched).flatMap(({ strategies }) => strategies);

const variantsOf = (touched: Touched) =>
    [...definitionsOf(touched), ...strategiesOf(touched)].flatMap(({ variants = [] }) => variants);

const overridesOf = (touched: Touched) => variantsOf(touched).flatMap(({ overrides = [] }) => overrides);

/** Returns the definitions of the affected flags before and after the change. */
export function definitionsOf({ names, before, changes }: Touched): FlagDefinition[] {
    const affected = new Set(names);
    // Publications are written by this service, in this format.
    const after = ((changes.features ?? []) as FlagDefinition[]).filter(({ name }) => affected.has(name));
    const now = names.flatMap((name) => (before.find(name)?.definition as FlagDefinition | undefined) ?? []);
    return [...after, ...now];
}

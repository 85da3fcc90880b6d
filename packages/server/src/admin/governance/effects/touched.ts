import type {
    ConstraintDefinition,
    DefinitionChanges,
    FlagDefinition,
    FlagSet,
    SegmentDefinition,
    StrategyDefinition,
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

/** The context fields that identify users. */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set(['userId', 'sessionId', 'remoteAddress']);
/** The strategies that compare such a field with their parameters. */
const IDENTITY_STRATEGIES: ReadonlySet<string> = new Set(['userWithId', 'remoteAddress']);

/** Whether a rule of the affected flags refers to individual users, sessions or addresses. */
export const hasIdentityRules = (touched: Touched): boolean =>
    strategiesOf(touched).some(({ name }) => IDENTITY_STRATEGIES.has(name)) ||
    [...constraintsOf(touched), ...overridesOf(touched)].some(({ contextName }) => IDENTITY_FIELDS.has(contextName));

const strategiesOf = (touched: Touched): StrategyDefinition[] =>
    definitionsOf(touched).flatMap(({ strategies }) => strategies);

const overridesOf = (touched: Touched) =>
    [...definitionsOf(touched), ...strategiesOf(touched)].flatMap(({ variants = [] }) =>
        variants.flatMap(({ overrides = [] }) => overrides),
    );

/** Returns the definitions of the affected flags before and after the change. */
export function definitionsOf({ names, before, changes }: Touched): FlagDefinition[] {
    const affected = new Set(names);
    // Publications are written by this service, in this format.
    const after = ((changes.features ?? []) as FlagDefinition[]).filter(({ name }) => affected.has(name));
    const now = names.flatMap((name) => (before.find(name)?.definition as FlagDefinition | undefined) ?? []);
    return [...after, ...now];
}

import type { ConstraintDefinition, Context, FlagDefinition } from '@halyard/engine';
import { mapYielding, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Population } from '../effects/population.ts';
import { constraintsOf, definitionsOf, type Touched } from '../effects/touched.ts';

const USERS = 1_000;
/** The maximum number of values per field, and of fields. */
const MAX_VALUES = 8;
const MAX_FIELDS = 20;

/** A value that no rule contains. */
const ANOTHER = 'something else';

/** Returns synthetic users: enough for percentages, and with every value that the affected rules contain. */
export async function syntheticUsers(touched: Touched): Promise<Population> {
    const fields = await mentionedValues(touched);
    const contexts = await mapYielding(Array(USERS).keys(), (i): Context => {
        const assigned = fields.map(([field, values], index) => [
            field,
            values[Math.floor(spread(i, index) * values.length)],
        ]);
        const own = Object.fromEntries(assigned.filter(([field]) => OWN_FIELDS.has(field!)));
        const properties = Object.fromEntries(assigned.filter(([field]) => !OWN_FIELDS.has(field!)));
        return { userId: `user-${i}`, sessionId: `session-${i}`, ...own, properties };
    });
    const note =
        'The users are synthetic. Percentages are realistic. For fields that rules use, ' +
        'all values in the rules are equally frequent.';
    return { kind: 'made-up', contexts, note };
}

const OWN_FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime']);

/** Returns fractions that are evenly distributed for each field and independent of those of other fields. */
const spread = (i: number, index: number): number => ((i + 1) * Math.sqrt(PRIMES[index % PRIMES.length]!)) % 1;
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];

async function mentionedValues(touched: Touched): Promise<[field: string, values: (string | undefined)[]][]> {
    const values = new Map<string, Set<string>>();
    for (const constraint of constraintsOf(touched)) {
        if (shouldYield()) await yieldToEventLoop();
        // The environment is fixed by the evaluation.
        if (constraint.contextName === 'environment') continue;
        const known = values.get(constraint.contextName) ?? new Set();
        values.set(constraint.contextName, known);
        for (const value of examplesOf(constraint)) if (known.size < MAX_VALUES) known.add(value);
    }
    return [...values].slice(0, MAX_FIELDS).map(([field, known]): [string, (string | undefined)[]] => [
        field,
        // Most users are not in a list of ids.
        field === 'userId' || field === 'sessionId'
            ? [...known, ...Array.from({ length: 3 * known.size }, () => undefined)]
            : [...known, OWN_FIELDS.has(field) ? undefined : ANOTHER],
    ]);
}

/** Returns values that match the constraint or nearly match it. */
function examplesOf({ operator, value = '', values = [] }: ConstraintDefinition): string[] {
    if (operator.startsWith('NUM_')) return [-1, 0, 1].map((step) => String(Number(value) + step));
    if (operator.startsWith('DATE_')) return [-1, 1].flatMap((step) => dayAround(value, step));
    if (operator === 'IN_CIDR') return values.map((range) => range.split('/')[0]!);
    if (operator.startsWith('SEMVER_') || operator === 'REGEX') return [value];
    return values;
}

function dayAround(value: string, step: number): string[] {
    const day = Date.parse(value) + step * 86_400_000;
    return Number.isNaN(day) ? [] : [new Date(day).toISOString()];
}

/** The strategies that enable a flag for the same share of any population, with a stickiness of the list below. */
const BY_SHARE = new Set([
    'default',
    'flexibleRollout',
    'gradualRolloutUserId',
    'gradualRolloutSessionId',
    'gradualRolloutRandom',
]);
const STICKY_FOR_ALL = new Set([undefined, '', 'default', 'userId', 'sessionId', 'random']);

/**
 * Whether the share of affected synthetic users equals the share of affected real users. It does not if constraints, segments, parents
 * or strategies depend on the context, because the frequency of the values is unknown.
 */
export const isShareExact = (touched: Touched): boolean =>
    definitionsOf(touched).every(
        ({ strategies, variants = [], dependencies = [] }) =>
            dependencies.length === 0 &&
            strategies.every(isByShare) &&
            [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])].every(
                ({ stickiness, overrides = [] }) => STICKY_FOR_ALL.has(stickiness) && overrides.length === 0,
            ),
    );

const isByShare = ({ name, constraints = [], segments = [], parameters = {} }: FlagDefinition['strategies'][number]) =>
    BY_SHARE.has(name) && constraints.length + segments.length === 0 && STICKY_FOR_ALL.has(parameters['stickiness']);

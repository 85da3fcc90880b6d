import type { UnleashConstraint } from './instance.ts';
import type { UnleashPayload } from './payload.ts';

/** An evaluation context as SDKs send it. */
export interface SdkContext {
    userId?: string;
    sessionId: string;
    remoteAddress?: string;
    currentTime: string;
    appName: string;
    environment: string;
    properties: Record<string, string>;
}

/** Returns a random generator that yields the same numbers for the same seed, so that a verification can be repeated. */
export function seededRandom(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

const BUILT_IN = ['userId', 'sessionId', 'remoteAddress', 'currentTime', 'appName', 'environment'];
const SOME_TIME = '2026-11-16T12:00:00.000Z';

/** Generates the context with this number. It depends only on the number and the seed, so a comparison can continue anywhere. */
export function randomContexts(payload: UnleashPayload, seed: number): (index: number) => SdkContext {
    const values = valuesIn(payload);
    const custom = [...values.keys()].filter((name) => !BUILT_IN.includes(name));
    return (index) => {
        const random = seededRandom(seed + index * 7_919);
        const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
        const pickValue = (name: string, fallback: string) => {
            const known = values.get(name);
            return known && known.length > 0 && random() < 0.5 ? pick(known) : fallback;
        };
        const fields = new Map<string, string>();
        for (const name of custom) {
            const draw = random();
            // Missing, empty, unknown, or a value that a constraint mentions.
            if (draw < 0.15) continue;
            fields.set(name, draw < 0.2 ? '' : draw < 0.3 ? `other-${index}` : pick(values.get(name)!));
        }
        const set = (name: string, fallback: string) => fields.set(name, pickValue(name, fallback));
        if (random() < 0.9) set('userId', `user-${index}`);
        set('sessionId', `session-${index}`);
        if (random() < 0.5) set('remoteAddress', `10.0.${index % 256}.7`);
        for (const name of ['currentTime', 'appName', 'environment']) if (values.has(name)) set(name, '');
        return contextOf(fields);
    };
}

function contextOf(fields: ReadonlyMap<string, string>): SdkContext {
    const [userId, remoteAddress] = [fields.get('userId'), fields.get('remoteAddress')];
    return {
        ...(userId !== undefined && { userId }),
        sessionId: fields.get('sessionId') ?? 'session-0',
        ...(remoteAddress !== undefined && { remoteAddress }),
        currentTime: dateOf(fields.get('currentTime') ?? SOME_TIME),
        appName: fields.get('appName') || 'halyard-proof',
        environment: fields.get('environment') || 'default',
        properties: Object.fromEntries([...fields].filter(([name]) => !BUILT_IN.includes(name))),
    };
}

const dateOf = (text: string) => (Number.isNaN(Date.parse(text)) ? SOME_TIME : new Date(text).toISOString());

type PayloadFlag = UnleashPayload['features'][number];
type PayloadStrategy = NonNullable<PayloadFlag['strategies']>[number];

/** The number of users per strategy, who fall into different buckets of rollouts and variants. */
const USERS = 12;
/** The number of values of a list whose neighbours are tried, too. */
const VALUES_WITH_NEIGHBOURS = 10;

/**
 * Generates the contexts for one flag of a payload that exercise every value in its constraints, segments, lists, overrides and parents.
 * Each context satisfies the other constraints of the strategy, as far as possible, so that the value decides.
 */
export function exercisingContexts({ features, segments = [] }: UnleashPayload): (flag: PayloadFlag) => SdkContext[] {
    const flags = new Map(features.map((flag) => [flag.name, flag]));
    const segmentsById = new Map(segments.map(({ id, constraints }) => [id, constraints]));
    const exercised = new Set<number>();
    /** Long lists of a segment are exercised completely by the first flag that uses it. */
    const ofSegment = (id: number) => {
        const constraints = segmentsById.get(id) ?? [];
        if (!exercised.has(id)) {
            exercised.add(id);
            return constraints;
        }
        return constraints.map(({ values = [], ...rest }) => ({
            ...rest,
            values: values.slice(0, VALUES_WITH_NEIGHBOURS),
        }));
    };
    const rulesOf = ({ strategies = [], variants = [] }: PayloadFlag): UnleashConstraint[][] => {
        const overrides = variants.flatMap((each) => each.overrides ?? []);
        const rules = strategies.map((strategy) => [
            ...(strategy.constraints ?? []),
            ...(strategy.segments ?? []).flatMap(ofSegment),
            ...listsOf(strategy),
        ]);
        return [...rules, overrides.map((each) => ({ ...each, operator: 'IN' }))];
    };
    return (flag) => {
        const parents = (flag.dependencies ?? []).flatMap(({ feature }) => flags.get(feature) ?? []);
        const ofParents = parents.map(rulesOf);
        const sticky = [flag, ...parents].flatMap(stickyFields);
        return rulesOf(flag).flatMap((rule) => {
            const base = new Map(
                [...ofParents.flatMap(([first = []]) => first), ...rule].flatMap((constraint) => {
                    const value = satisfyingValue(constraint);
                    return value === undefined ? [] : [[constraint.contextName, value] as const];
                }),
            );
            return [...contextsAround(base, [...rule, ...ofParents.flat(2)], sticky)];
        });
    };
}

function* contextsAround(
    base: ReadonlyMap<string, string>,
    constraints: readonly UnleashConstraint[],
    sticky: readonly string[],
): Generator<SdkContext> {
    for (let user = 0; user < USERS; user++) {
        const identity = ['userId', 'sessionId', ...sticky].map((field) => [field, `${field}-${user}`] as const);
        yield contextOf(new Map([...identity, ...base]));
    }
    const identified = new Map([['userId', 'user-1'], ['sessionId', 'session-1'], ...base]);
    for (const { contextName, value, values = [] } of constraints) {
        const texts = [...(value == null ? [] : [value]), ...values].map(String);
        for (const [index, text] of texts.entries()) {
            for (const each of index < VALUES_WITH_NEIGHBOURS ? near(text) : [text]) {
                yield contextOf(new Map([...identified, [contextName, each]]));
            }
        }
    }
    for (const field of new Set(constraints.map(({ contextName }) => contextName))) {
        yield contextOf(new Map([...identified].filter(([name]) => name !== field)));
        yield contextOf(new Map([...identified, [field, '']]));
    }
}

/** The lists of strategies without constraints, as constraints. */
const listsOf = ({ parameters = {} }: PayloadStrategy): UnleashConstraint[] =>
    (
        [
            ['userIds', 'userId'],
            ['IPs', 'remoteAddress'],
        ] as const
    ).flatMap(([name, contextName]) => {
        const values = (parameters[name] ?? '').split(',').map((text) => text.trim());
        const filled = values.filter((text) => text !== '');
        return filled.length > 0 ? [{ contextName, operator: name === 'IPs' ? 'IN_CIDR' : 'IN', values: filled }] : [];
    });

function stickyFields({ strategies = [], variants = [] }: PayloadFlag): string[] {
    const ofStrategies = strategies.flatMap((each) => [
        each.parameters?.['stickiness'],
        ...(each.variants ?? []).map(({ stickiness }) => stickiness),
    ]);
    const all = [...ofStrategies, ...variants.map(({ stickiness }) => stickiness)];
    return all.filter((field) => field !== undefined && !['default', 'random', ''].includes(field)) as string[];
}

/** Returns a value that satisfies the constraint, or undefined if a missing value does. */
function satisfyingValue({ operator, value, values = [], inverted = false }: UnleashConstraint): string | undefined {
    if ((operator === 'NOT_IN') !== inverted) return undefined;
    const text = String(value ?? values[0] ?? '');
    const [, higher, lower] = near(text);
    if (/_GT$|_AFTER$/.test(operator)) return higher;
    if (/_LT$|_BEFORE$/.test(operator)) return lower;
    if (operator === 'IN_CIDR') return text.split('/')[0];
    // An approximation for simple patterns.
    return operator === 'REGEX' ? text.replaceAll(/\[[^\]]*\][+*]?/g, 'a').replaceAll(/[\\^$]/g, '') : text;
}

/** Returns, for each context field, the values that constraints mention and their neighbours. */
function valuesIn({ features, segments = [] }: UnleashPayload): Map<string, string[]> {
    const values = new Map<string, Set<string>>();
    const add = (name: string, text: string) => {
        const known = values.get(name) ?? new Set();
        // A sample is enough for a list of thousands of ids.
        if (known.size < 500) for (const each of near(text)) known.add(each);
        values.set(name, known);
    };
    const addAll = ({ contextName, value, values: list = [] }: UnleashConstraint) => {
        for (const text of [...(value == null ? [] : [value]), ...list]) add(contextName, String(text));
    };
    for (const { constraints } of segments) constraints.forEach(addAll);
    for (const flag of features) {
        for (const strategy of flag.strategies ?? [])
            [...(strategy.constraints ?? []), ...listsOf(strategy)].forEach(addAll);
        for (const field of stickyFields(flag)) add(field, 'someone');
        for (const { overrides = [] } of flag.variants ?? []) {
            for (const { contextName, values: list } of overrides) for (const text of list) add(contextName, text);
        }
    }
    return new Map([...values].map(([name, known]) => [name, [...known]]));
}

/** Returns the value, a higher one, a lower one, and others that are similar. */
function near(text: string): string[] {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isNaN(number)) return [text, String(number + 1), String(number - 1)];
    const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(time)) return [text, new Date(time + 1).toISOString(), new Date(time - 1).toISOString()];
    const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? [];
    if (patch !== undefined) {
        return [text, `${major}.${minor}.${Number(patch) + 1}`, `${major}.${minor}.${patch}-0`, `${major}.${minor}`];
    }
    const other = text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
    return [text, other, `${text}x`, text.slice(0, -1)].filter((each) => each !== '');
}

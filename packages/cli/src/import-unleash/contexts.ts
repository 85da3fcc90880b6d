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

/** Returns a random generator that yields the same numbers for the same seed, so that a proof can be repeated. */
export function seeded(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

const BUILT_IN = ['userId', 'sessionId', 'remoteAddress', 'currentTime', 'appName', 'environment'];

/** Generates contexts from values that constraints mention, values next to them, missing values and numbered users. */
export function* contextsFor(
    payload: UnleashPayload,
    { count, seed }: { count: number; seed: number },
): Generator<SdkContext> {
    const random = seeded(seed);
    const values = valuesIn(payload);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
    const custom = [...values.keys()].filter((name) => !BUILT_IN.includes(name));
    const pickValue = (name: string, fallback: () => string) => {
        const known = values.get(name);
        return known && known.length > 0 && random() < 0.5 ? pick(known) : fallback();
    };
    for (let index = 0; index < count; index++) {
        const properties: Record<string, string> = {};
        for (const name of custom) {
            const draw = random();
            // Missing, empty, unknown, or a value that a constraint mentions.
            if (draw < 0.15) continue;
            properties[name] = draw < 0.2 ? '' : draw < 0.3 ? `other-${index}` : pick(values.get(name)!);
        }
        const userId = pickValue('userId', () => `user-${index}`);
        yield {
            ...(random() < 0.9 && { userId }),
            sessionId: pickValue('sessionId', () => `session-${index}`),
            ...(random() < 0.5 && { remoteAddress: pickValue('remoteAddress', () => `10.0.${index % 256}.7`) }),
            currentTime: dateOf(pickValue('currentTime', () => '2026-11-16T12:00:00.000Z')),
            appName: pickValue('appName', () => 'halyard-proof'),
            environment: pickValue('environment', () => 'default'),
            properties,
        };
    }
}

const dateOf = (text: string) =>
    Number.isNaN(Date.parse(text)) ? '2026-11-16T12:00:00.000Z' : new Date(text).toISOString();

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
    for (const { strategies = [], variants = [] } of features) {
        for (const { constraints = [], parameters = {} } of strategies) {
            constraints.forEach(addAll);
            for (const [name, field] of [
                ['userIds', 'userId'],
                ['IPs', 'remoteAddress'],
                ['hostNames', 'hostname'],
            ] as const) {
                for (const text of (parameters[name] ?? '').split(',')) if (text.trim() !== '') add(field, text.trim());
            }
            const { stickiness } = parameters;
            if (stickiness && !['default', 'random'].includes(stickiness)) add(stickiness, 'someone');
        }
        for (const { overrides = [] } of variants) {
            for (const { contextName, values: list } of overrides) for (const text of list) add(contextName, text);
        }
    }
    return new Map([...values].map(([name, known]) => [name, [...known]]));
}

function near(text: string): string[] {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isNaN(number)) return [text, String(number + 1), String(number - 1)];
    const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(time)) return [text, new Date(time + 1).toISOString(), new Date(time - 1).toISOString()];
    const other = text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
    return [text, other, `${text}x`, text.slice(0, -1)].filter((each) => each !== '');
}

import type { FlagDefinition } from '../src/index.ts';

/** The flags to be measured, in words that every engine can be given in its own format. */
export type ScenarioShape =
    | { kind: 'on' }
    | { kind: 'off' }
    | { kind: 'rollout'; percent: number }
    | { kind: 'constraints'; countries: string[]; minAge: number; minVersion: string }
    | { kind: 'list'; ids: string[] }
    | { kind: 'variants'; names: string[] };

export interface BenchFlag {
    name: string;
    shape: ScenarioShape;
}

export interface BenchUser {
    userId: string;
    sessionId: string;
    remoteAddress: string;
    country: string;
    age: number;
    version: string;
}

const COUNTRIES = ['no', 'se', 'dk', 'fi', 'is', 'de', 'fr', 'nl', 'be', 'es', 'it', 'pt'];

export const users: BenchUser[] = Array.from({ length: 256 }, (_, i) => ({
    userId: `user-${i * 7919}`,
    sessionId: `session-${i * 104729}`,
    remoteAddress: `10.20.${i}.1`,
    country: COUNTRIES[i % COUNTRIES.length]!,
    age: 10 + (i % 60),
    version: `${i % 4}.${i % 10}.${i % 7}`,
}));

const FOUR = ['red', 'green', 'blue', 'grey'];

/** A list of 100 ids, some of which are users of the benchmark. */
function hundredIds(start: number): string[] {
    return Array.from({ length: 100 }, (_, i) => `user-${(start + i) * 7919}`);
}

export const single = {
    'simple on': { name: 'checkout.show-express-payment', shape: { kind: 'on' } },
    'rollout 50 %': { name: 'search.rank-with-new-model', shape: { kind: 'rollout', percent: 50 } },
    '3 constraints': {
        name: 'invoices.new-layout-for-nordics',
        shape: { kind: 'constraints', countries: COUNTRIES.slice(0, 7), minAge: 18, minVersion: '1.2.0' },
    },
    'IN 100 values': { name: 'support.beta-testers-only', shape: { kind: 'list', ids: hundredIds(100) } },
    '4 variants': { name: 'landing-page.colour-experiment', shape: { kind: 'variants', names: FOUR } },
} satisfies Record<string, BenchFlag>;

/** Ten kinds of flags in equal parts, none equal to another in all its numbers. */
export const mixed: BenchFlag[] = Array.from({ length: 1000 }, (_, i) => ({
    name: `team-${i % 20}.feature-${i}`,
    shape: mixedShape(i),
}));

function mixedShape(i: number): ScenarioShape {
    switch (i % 10) {
        case 0:
        case 1:
            return { kind: 'on' };
        case 2:
            return { kind: 'off' };
        case 3:
        case 4:
            return { kind: 'rollout', percent: 1 + (i % 99) };
        case 5:
        case 6: {
            const first = i % COUNTRIES.length;
            const countries = [...COUNTRIES, ...COUNTRIES].slice(first, first + 3 + (i % 5));
            return { kind: 'constraints', countries, minAge: 12 + (i % 40), minVersion: `${i % 3}.${i % 8}.0` };
        }
        case 7:
            return { kind: 'list', ids: hundredIds(i) };
        default:
            return { kind: 'variants', names: FOUR };
    }
}

/** The same flag in the format that SDKs receive. */
export function wireFormat({ name, shape }: BenchFlag): FlagDefinition {
    const flag: FlagDefinition = {
        name,
        enabled: shape.kind !== 'off',
        project: 'default',
        strategies: [],
        variants: [],
    };
    const everyone = { name: 'default', parameters: {}, constraints: [] };
    switch (shape.kind) {
        case 'rollout':
            flag.strategies = [
                {
                    name: 'flexibleRollout',
                    parameters: { rollout: String(shape.percent), stickiness: 'default', groupId: name },
                    constraints: [],
                },
            ];
            break;
        case 'constraints':
            flag.strategies = [
                {
                    ...everyone,
                    constraints: [
                        { contextName: 'country', operator: 'IN', values: shape.countries },
                        { contextName: 'age', operator: 'NUM_GTE', value: String(shape.minAge) },
                        { contextName: 'version', operator: 'SEMVER_GTE', value: shape.minVersion },
                    ],
                },
            ];
            break;
        case 'list':
            flag.strategies = [
                { ...everyone, constraints: [{ contextName: 'userId', operator: 'IN', values: shape.ids }] },
            ];
            break;
        case 'variants':
            flag.strategies = [everyone];
            flag.variants = shape.names.map((variant) => ({ name: variant, weight: 250, stickiness: 'default' }));
            break;
        default:
            flag.strategies = [everyone];
    }
    return flag;
}

/** The context of a user for SDKs that keep custom fields in `properties`. */
export function contextOf({ userId, sessionId, remoteAddress, country, age, version }: BenchUser) {
    return { userId, sessionId, remoteAddress, properties: { country, age: String(age), version } };
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Context } from 'unleash-client';
import { describe, expect, test } from 'vitest';
import { startSdk } from '../support/sdk.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../support/test-app.ts';

interface Case<Expected> {
    description: string;
    context: Context;
    toggleName: string;
    expectedResult: Expected;
}

interface ExpectedVariant {
    name: string;
    enabled: boolean;
    payload?: { type: string; value: string };
    feature_enabled: boolean;
}

interface Flag {
    name: string;
    enabled: boolean;
    strategies?: Record<string, unknown>[];
    variants?: Record<string, unknown>[];
    dependencies?: { feature: string }[];
}

interface Specification {
    name: string;
    state: { features?: Flag[]; segments?: { id: number; constraints: unknown[] }[] };
    tests?: Case<boolean>[];
    variantTests?: Case<ExpectedVariant>[];
}

const folder = join(
    dirname(createRequire(import.meta.url).resolve('@unleash/client-specification/package.json')),
    'specifications',
);
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
// Specifications with events instead of a state are for streaming SDKs; see the tests of updates.
const specifications = (read('index.json') as string[])
    .map((file): Specification => read(file))
    .filter(({ state }) => state.features !== undefined);

/**
 * Configurations that the admin API rejects because they could never match or are ambiguous. The specification tests how an SDK
 * handles them, which cannot occur here.
 */
const REFUSED = new Set(
    `
    Feature.constraints.empty Feature.constraints.empty-not-in Feature.constraints.no_values
    Feature.constraints.no_values_NOT_IN F7.invalid-operator F8.invalidSemverWithLeadingV F9.withMissingSegment
    parent.with.cycle child.with.cycle child.with.transitive.dependency parents.not.exist.child.enabled
    Feature.UTF-8.Hellø_Wørld Feature.UTF-8.😊_φriend_你好_🌍
    invalid-regex-defaults-to-false Inverted.constraint R90.reject_lookahead R91.reject_backreference
    CIDR.mixed.values CIDR.invalid.only CIDR.ipv6.mixed.values
`
        .trim()
        .split(/\s+/),
);

/** Fields that the service fills in: the address of the caller and a session id. */
const FILLED_IN = new Set([
    'Feature.A4 should be disabled when no user on context',
    'Feature.remoteAddress.A should not be enabled for missing remoteAddress on context',
]);

/** Imports all flags at once through the admin API. */
async function importAll(app: TestApp, flags: readonly Flag[], segments: Specification['state']['segments'] = []) {
    const types = new Set(flags.flatMap(({ strategies = [] }) => strategies.map(({ name }) => String(name))));
    for (const name of types) {
        // Strategy types from before flexibleRollout existed; SDKs still support them.
        await app.send('POST', '/api/admin/strategies', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ name, parameters: [] }),
        });
    }
    const withType = (variant: Record<string, unknown>, stickiness = 'default') => ({
        weightType: 'variable',
        stickiness,
        ...variant,
    });
    const data = {
        features: flags.map(({ name }) => ({ name, type: 'release' })),
        featureStrategies: flags.flatMap(({ name, strategies = [] }) =>
            strategies.map(({ variants = [], ...strategy }) => {
                // Variants of a strategy inherit its stickiness.
                const { stickiness } = (strategy['parameters'] ?? {}) as { stickiness?: string };
                const list = variants as Record<string, unknown>[];
                return { ...strategy, featureName: name, variants: list.map((each) => withType(each, stickiness)) };
            }),
        ),
        featureEnvironments: flags.map(({ name, enabled, variants = [] }) => ({
            name,
            featureName: name,
            enabled,
            variants: variants.map((each) => withType(each)),
        })),
        segments: segments.map((segment) => ({ name: `segment ${segment.id}`, ...segment })),
        dependencies: flags.flatMap(({ name, dependencies = [] }) =>
            dependencies.length > 0 ? [{ feature: name, dependencies }] : [],
        ),
    };
    const response = await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data,
    });
    expect(response).toMatchObject({ status: 200 });
}

/** The weights of all variants of a flag: variable weights are adjusted when they are stored. */
const weightsOf = ({ variants = [], strategies = [] }: Flag) =>
    [variants, ...strategies.map((strategy) => (strategy['variants'] ?? []) as Record<string, unknown>[])]
        .filter((list) => list.length > 1)
        .map((list) => Object.fromEntries(list.map(({ name, weight }) => [name, weight])));

describe.each(specifications)('$name', ({ state, tests = [], variantTests = [] }) => {
    const flags = state.features!.filter(({ name }) => !REFUSED.has(name));

    test('every result is the expected one, from the frontend API, from OFREP and from an SDK', async () => {
        const app = await testApp();
        await importAll(app, flags, state.segments);
        const sdk = await startSdk(app.url);
        const page = (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
        const stored = new Map<string, Flag>(
            (await app.clientFeatures()).features.map((flag: Flag) => [flag.name, flag]),
        );
        const evenedOut = new Set(
            flags
                .filter((flag) => JSON.stringify(weightsOf(flag)) !== JSON.stringify(weightsOf(stored.get(flag.name)!)))
                .map(({ name }) => name),
        );
        const onPage = async (context: unknown) => {
            const { body } = await app.post('/api/frontend', { context }, { token: page });
            return new Map<string, { variant: ExpectedVariant }>(
                body.toggles.map((toggle: { name: string }) => [toggle.name, toggle]),
            );
        };
        const check = (what: string, actual: unknown, expected: unknown) => expect.soft(actual, what).toEqual(expected);

        for (const { description, context, toggleName, expectedResult } of tests) {
            if (REFUSED.has(toggleName)) continue;
            check(`SDK: ${description}`, sdk.isEnabled(toggleName, context), expectedResult);
            if (FILLED_IN.has(description)) continue;
            const { status, body } = await app.post(
                `/ofrep/v1/evaluate/flags/${toggleName}`,
                { context },
                { token: CLIENT_TOKEN },
            );
            check(`page: ${description}`, (await onPage(context)).has(toggleName), expectedResult);
            check(`OFREP: ${description}`, status === 200 && body.variant !== 'disabled', expectedResult);
        }
        for (const { description, context, toggleName, expectedResult } of variantTests) {
            if (REFUSED.has(toggleName) || evenedOut.has(toggleName)) continue;
            const { feature_enabled, ...variant } = expectedResult;
            const { featureEnabled: _, ...fromSdk } = sdk.getVariant(toggleName, context);
            check(`SDK: ${description}`, fromSdk, { ...variant, feature_enabled });
            const toggle = (await onPage(context)).get(toggleName);
            const { featureEnabled: __, ...fromPage } = (toggle?.variant ?? {}) as Record<string, unknown>;
            check(`page: ${description}`, fromPage, feature_enabled ? { ...variant, feature_enabled } : {});
        }
    });
});

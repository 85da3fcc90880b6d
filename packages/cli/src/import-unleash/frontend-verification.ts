import type { ServiceClient } from '../remote/service.ts';
import { randomContexts, type SdkContext } from './contexts.ts';
import type { Instance, UnleashFlagEnvironment } from './instance.ts';
import type { SdkResult } from './judge.ts';
import type { UnleashPayload } from './payload.ts';
import {
    isSameResult,
    newResult,
    recordDifference,
    rejectedBy,
    type TokenOptions,
    type TokenVerification,
} from './token-verification.ts';

/** The server evaluates flags for browsers, so each context is a request. */
const CONTEXTS = 20;

/** A flag that differs for a known reason. */
export interface KnownDifference {
    flag: string;
    environment: string;
    reason: string;
}

interface Toggle {
    name: string;
    enabled: boolean;
    variant: SdkResult;
}

/** Compares the responses for browsers: enabled flags and their variants. */
export async function verifyFrontend(
    source: ServiceClient,
    target: ServiceClient,
    options: TokenOptions,
): Promise<{ result: TokenVerification; known: KnownDifference[] }> {
    const { token, onDifference } = options;
    const result = newResult(token);
    const known = new Map<string, KnownDifference>();
    const byChance = randomFlags(options.source, token.environment);
    const contextAt = randomContexts(payloadIn(options.source, token.environment), options.seed);
    const explain = await explainer(options);
    for (let index = 0; index < CONTEXTS; index++) {
        // Without an address, each server would use the address that it sees.
        const context = { remoteAddress: '10.0.0.7', ...contextAt(index) };
        const path = `/api/frontend?${queryOf(context)}`;
        const responses = await Promise.all(
            [source, target].map((each) => each.request('GET', path, { token: token.secret! })),
        );
        const refused = responses.findIndex(({ status }) => status !== 200);
        if (refused >= 0) {
            return { result: { ...result, problem: rejectedBy([source, target][refused]!.url) }, known: [] };
        }
        const [before, after] = responses.map(
            ({ body }) => new Map((body as { toggles: Toggle[] }).toggles.map((each) => [each.name, each])),
        );
        result.flags = Math.max(result.flags, before!.size);
        for (const flag of new Set([...before!.keys(), ...after!.keys()])) {
            if (byChance.has(flag)) continue;
            result.evaluations++;
            const [left, right] = [resultOf(before!.get(flag)), resultOf(after!.get(flag))];
            if (isSameResult(left, right)) continue;
            const reason = explain(flag, context, { source: left, target: right });
            if (reason === undefined) {
                recordDifference(result, { flag, context, source: left, target: right }, onDifference);
            } else known.set(flag, { flag, environment: token.environment, reason });
        }
        options.onProgress(index / CONTEXTS);
    }
    explain.end();
    return { result, known: [...known.values()] };
}

function queryOf({ properties, ...fields }: SdkContext): URLSearchParams {
    const query = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(properties)) query.set(`properties[${name}]`, value);
    return query;
}

const resultOf = (toggle: Toggle | undefined): SdkResult =>
    toggle
        ? { ...toggle.variant, feature_enabled: toggle.enabled }
        : { name: 'disabled', enabled: false, feature_enabled: false };

/**
 * Explains the known difference: the frontend API of Unleash loads only flags that are on. A parent that is off is missing there, and a
 * dependency on a missing parent is never satisfied. SDKs receive the parent, so a flag that requires it to be off is on.
 */
async function explainer({ source, token, pairs, judge }: TokenOptions) {
    const { environment } = token;
    const flags = new Map(source.flags.map((flag) => [flag.name, flag]));
    const pair = pairs.find((each) => each.token.environment === environment);
    const sdk = pair && judge && (await judge.of(pair.before));
    const received = new Set(pair?.before.features.map(({ name }) => name));
    const explain = (
        name: string,
        context: SdkContext,
        { source: before, target: after }: { source: SdkResult; target: SdkResult },
    ): string | undefined => {
        const parent = flags
            .get(name)
            ?.dependencies.find(
                ({ feature, enabled }) =>
                    !enabled && flags.get(feature)?.environments.get(environment)?.enabled !== true,
            )?.feature;
        if (parent === undefined || before.feature_enabled || !after.feature_enabled) return undefined;
        const isChecked = sdk !== undefined && received.has(name);
        if (isChecked && !isSameResult(sdk.evaluate(name, context), after)) return undefined;
        const evidence = isChecked
            ? `${judge!.name} evaluates the flags of Unleash like Halyard`
            : 'SDKs evaluate it like Halyard';
        return `${name} requires ${parent} to be off, and ${parent} is off. The frontend API of Unleash does not load flags that are off and never enables ${name}; ${evidence}.`;
    };
    return Object.assign(explain, { end: () => sdk?.end() });
}

/** The rules of the flags in one environment, as SDKs receive them. */
function payloadIn({ flags, segments }: Instance, environment: string): UnleashPayload {
    return {
        features: flags.flatMap(({ name, environments }) => {
            const { enabled = false, strategies = [], variants = [] } = environments.get(environment) ?? {};
            return enabled
                ? [{ name, enabled, strategies: strategies.map((each) => ({ ...each, segments: [] })), variants }]
                : [];
        }),
        segments: segments.map(({ constraints = [] }, id) => ({ id, constraints })),
    };
}

/** Two servers draw different random numbers, so these flags are compared only by the payloads of server SDKs. */
function randomFlags({ flags }: Instance, environment: string): Set<string> {
    const isRandom = ({ strategies, variants }: UnleashFlagEnvironment) =>
        strategies.some(
            ({ name, parameters }) => name === 'gradualRolloutRandom' || parameters['stickiness'] === 'random',
        ) ||
        [...variants, ...strategies.flatMap((each) => each.variants)].some(({ stickiness }) => stickiness === 'random');
    const own = flags.filter((flag) => {
        const configuration = flag.environments.get(environment);
        return configuration && isRandom(configuration);
    });
    const names = new Set(own.map(({ name }) => name));
    const children = flags.filter(({ dependencies }) => dependencies.some(({ feature }) => names.has(feature)));
    return new Set([...names, ...children.map(({ name }) => name)]);
}

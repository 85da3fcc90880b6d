import type { ServiceClient } from '../remote/service.ts';
import { randomContexts, type SdkContext } from './contexts.ts';
import { comparableContext, contextExplainer, parentExplainer } from './frontend-explanations.ts';
import type { Instance, UnleashFlagEnvironment } from './instance.ts';
import type { SdkResult } from './judge.ts';
import type { UnleashPayload } from './payload.ts';
import {
    type EvaluationDifference,
    isSameResult,
    type KnownDifference,
    newResult,
    recordDifference,
    rejectedBy,
    type TokenOptions,
    type TokenVerification,
} from './token-verification.ts';

/** The server evaluates flags for browsers, so each context is a request. */
const CONTEXTS = 20;

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
    const { environment } = token;
    const result = newResult(token);
    const known = new Map<string, KnownDifference>();
    const byChance = randomFlags(options.source, environment);
    const contextAt = randomContexts(payloadIn(options.source, environment), options.seed);
    const explainByParents = await parentExplainer(options);
    const explainByContext = contextExplainer(options.source, environment);
    for (let index = 0; index < CONTEXTS; index++) {
        // Without an address, each server would use the address that it sees.
        const context = { remoteAddress: '10.0.0.7', ...contextAt(index) };
        const responses = await resultsOf([source, target], token.secret!, context);
        const refused = responses.indexOf(undefined);
        if (refused >= 0) {
            return { result: { ...result, problem: rejectedBy([source, target][refused]!.url) }, known: [] };
        }
        const [before, after] = responses as Map<string, SdkResult>[];
        result.flags = Math.max(result.flags, before!.size);
        const pending: { difference: FrontendDifference; reason: KnownDifference | undefined }[] = [];
        for (const flag of new Set([...before!.keys(), ...after!.keys()])) {
            if (byChance.has(flag)) continue;
            result.evaluations++;
            const difference = { flag, context, source: resultIn(before!, flag), target: resultIn(after!, flag) };
            if (isSameResult(difference.source, difference.target)) continue;
            const reason = explainByParents(flag, context, difference);
            if (reason !== undefined) known.set(flag, { flag, environment, reason });
            else pending.push({ difference, reason: explainByContext(flag, context) });
        }
        // A reason is confirmed by a second request.
        const isExplicable = pending.some(({ reason }) => reason !== undefined);
        const [left, right] = isExplicable
            ? await resultsOf([source, target], token.secret!, comparableContext(context))
            : [];
        for (const { difference, reason } of pending) {
            const { flag } = difference;
            const isConfirmed = left && right && isSameResult(resultIn(left, flag), resultIn(right, flag));
            if (reason && isConfirmed) known.set(flag, reason);
            else recordDifference(result, difference, onDifference);
        }
        options.onProgress(index / CONTEXTS);
    }
    explainByParents.end();
    return { result: { ...result, explained: known.size }, known: [...known.values()] };
}

type FrontendDifference = Omit<EvaluationDifference, 'contexts'>;
type FrontendContext = Omit<SdkContext, 'currentTime'> & { currentTime?: string };

/** Returns the results of the flags that are on; undefined if a server rejects the token. */
function resultsOf(services: readonly ServiceClient[], token: string, context: FrontendContext) {
    const path = `/api/frontend?${queryOf(context)}`;
    return Promise.all(
        services.map(async (service) => {
            const { status, body } = await service.request('GET', path, { token });
            if (status !== 200) return undefined;
            const { toggles } = body as { toggles: Toggle[] };
            return new Map(
                toggles.map(({ name, enabled, variant }) => [name, { ...variant, feature_enabled: enabled }] as const),
            );
        }),
    );
}

const resultIn = (results: ReadonlyMap<string, SdkResult>, flag: string): SdkResult =>
    results.get(flag) ?? { name: 'disabled', enabled: false, feature_enabled: false };

function queryOf({ properties, ...fields }: FrontendContext): URLSearchParams {
    const query = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(properties)) query.set(`properties[${name}]`, value);
    return query;
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Progress } from '../program/output.ts';
import type { ServiceClient } from '../remote/service.ts';
import { contextsFor, type SdkContext, seeded } from './contexts.ts';
import type { Instance, Token, UnleashFlagEnvironment } from './instance.ts';
import type { FlagEvaluator, SdkResult } from './judge.ts';
import { differencesBetween, type PayloadDifference, payloadFor, type UnleashPayload } from './payload.ts';

/** The maximum number of reported differences per kind; the counts include all. */
const MAX_REPORTED = 50;
/** The server evaluates flags for browsers, so each context is a request. */
const FRONTEND_CONTEXTS = 20;

export interface EvaluationDifference {
    flag: string;
    context: SdkContext;
    source: SdkResult;
    target: SdkResult;
}

export interface TokenProof {
    token: string;
    environment: string;
    type: Token['type'];
    flags: number;
    contexts: number;
    evaluations: number;
    differences: number;
    payload: PayloadDifference[];
    evaluated: EvaluationDifference[];
    /** The reason why the token was not compared. */
    problem?: string;
}

export interface MigrationProof {
    judge: string | undefined;
    seed: number;
    tokens: TokenProof[];
    differences: number;
    /** Whether everything was compared and nothing differs. */
    isExact: boolean;
}

interface ProofOptions {
    source: Instance;
    judge: FlagEvaluator | undefined;
    contexts: number;
    seed: number;
    progress: Progress;
}

/** Fetches the payload of each token from both servers and lets the SDK evaluate both for many contexts. */
export async function prove(
    source: ServiceClient,
    target: ServiceClient,
    options: ProofOptions,
): Promise<MigrationProof> {
    const { judge, seed } = options;
    const tokens: TokenProof[] = [];
    const readable = options.source.tokens.filter(({ secret }) => secret !== undefined);
    for (const [index, token] of readable.entries()) {
        const progress = (share: number) => options.progress.update(index + share, readable.length, token.tokenName);
        tokens.push(
            await (token.type === 'frontend' ? proveFrontend : proveClient)(source, target, {
                ...options,
                token,
                onProgress: progress,
            }),
        );
    }
    const differences = tokens.reduce((sum, each) => sum + each.differences, 0);
    const isWhole = tokens.length > 0 && judge !== undefined && tokens.every(({ problem }) => problem === undefined);
    return { judge: judge?.name, seed, tokens, differences, isExact: isWhole && differences === 0 };
}

type TokenProofOptions = ProofOptions & { token: Token; onProgress(share: number): void };

const emptyProof = ({ tokenName, environment, type }: Token): TokenProof => ({
    token: tokenName,
    environment,
    type,
    flags: 0,
    contexts: 0,
    evaluations: 0,
    differences: 0,
    payload: [],
    evaluated: [],
});

const rejectedBy = (url: string) => `${url} rejects the token`;

async function proveClient(
    source: ServiceClient,
    target: ServiceClient,
    options: TokenProofOptions,
): Promise<TokenProof> {
    const proof = emptyProof(options.token);
    const [before, after] = await Promise.all([source, target].map((each) => payloadFor(each, options.token.secret!)));
    if (!before || !after) return { ...proof, problem: rejectedBy(before ? target.url : source.url) };
    const payload = differencesBetween(before, after);
    const evaluated = options.judge
        ? await evaluateBoth(before, after, { ...options, judge: options.judge })
        : undefined;
    return {
        ...proof,
        flags: before.features.length,
        contexts: evaluated ? options.contexts : 0,
        evaluations: evaluated?.evaluations ?? 0,
        differences: payload.length + (evaluated?.count ?? 0),
        payload: payload.slice(0, MAX_REPORTED),
        evaluated: evaluated?.reported ?? [],
    };
}

async function evaluateBoth(
    before: UnleashPayload,
    after: UnleashPayload,
    { judge, contexts, seed, onProgress }: TokenProofOptions & { judge: FlagEvaluator },
) {
    const [left, right] = [await judge.of(before), await judge.of(after)];
    const names = [...new Set([...before.features, ...after.features].map(({ name }) => name))];
    const reported: EvaluationDifference[] = [];
    let [count, evaluations, done] = [0, 0, 0];
    try {
        for (const context of contextsFor(before, { count: contexts, seed })) {
            for (const flag of names) {
                const draw = seed + evaluations++;
                const [source, target] = [left, right].map((each) =>
                    sameDraws(draw, () => each.evaluate(flag, context)),
                );
                if (sameVerdict(source!, target!)) continue;
                if (++count <= MAX_REPORTED) reported.push({ flag, context, source: source!, target: target! });
            }
            onProgress(++done / contexts);
            // The progress bar and an interruption by the user are handled between contexts.
            await nextTurn();
        }
    } finally {
        left.end();
        right.end();
    }
    return { count, evaluations, reported };
}

/**
 * Gives both payloads the same random numbers. The SDK calls Math.random while it evaluates synchronously, so no other code is affected.
 */
function sameDraws<T>(seed: number, work: () => T): T {
    const { random } = Math;
    // A constant, because one payload may need more numbers than the other, e.g. if it evaluates a parent twice.
    const drawn = seeded(seed)();
    Math.random = () => drawn;
    try {
        return work();
    } finally {
        Math.random = random;
    }
}

const sameVerdict = (a: SdkResult, b: SdkResult) =>
    a.feature_enabled === b.feature_enabled &&
    a.enabled === b.enabled &&
    a.name === b.name &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value;

interface Toggle {
    name: string;
    enabled: boolean;
    variant: SdkResult;
}

/** Compares the responses for browsers: enabled flags and their variants. */
async function proveFrontend(
    source: ServiceClient,
    target: ServiceClient,
    options: TokenProofOptions,
): Promise<TokenProof> {
    const proof = emptyProof(options.token);
    const evaluated: EvaluationDifference[] = [];
    const byChance = decidedByChance(options.source, options.token.environment);
    for (const [index, context] of [
        ...contextsFor({ features: [] }, { count: FRONTEND_CONTEXTS, seed: options.seed }),
    ].entries()) {
        const { properties: _, ...fields } = { ...context, userId: `user-${index}` };
        const path = `/api/frontend?${new URLSearchParams(fields)}`;
        const responses = await Promise.all(
            [source, target].map((each) => each.request('GET', path, { token: options.token.secret! })),
        );
        const refused = responses.findIndex(({ status }) => status !== 200);
        if (refused >= 0) return { ...proof, problem: rejectedBy([source, target][refused]!.url) };
        const [before, after] = responses.map(
            ({ body }) => new Map((body as { toggles: Toggle[] }).toggles.map((each) => [each.name, each])),
        );
        proof.contexts++;
        proof.flags = Math.max(proof.flags, before!.size);
        for (const flag of new Set([...before!.keys(), ...after!.keys()])) {
            if (byChance.has(flag)) continue;
            proof.evaluations++;
            const [source, target] = [before, after].map((toggles) => verdictOf(toggles!.get(flag)));
            if (!sameVerdict(source!, target!)) evaluated.push({ flag, context, source: source!, target: target! });
        }
        options.onProgress(index / FRONTEND_CONTEXTS);
    }
    return { ...proof, differences: evaluated.length, evaluated: evaluated.slice(0, MAX_REPORTED) };
}

const verdictOf = (toggle: Toggle | undefined): SdkResult =>
    toggle
        ? { ...toggle.variant, feature_enabled: toggle.enabled }
        : { name: 'disabled', enabled: false, feature_enabled: false };

/** Two servers draw different random numbers, so these flags are compared only by the payloads of server SDKs. */
function decidedByChance({ flags }: Instance, environment: string): Set<string> {
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

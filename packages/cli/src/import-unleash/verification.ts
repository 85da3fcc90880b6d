import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceClient } from '../remote/service.ts';
import { exercisingContexts, randomContexts, type SdkContext, seededRandom } from './contexts.ts';
import { verifyFrontend } from './frontend-verification.ts';
import type { Instance } from './instance.ts';
import type { FlagEvaluator } from './judge.ts';
import { differencesBetween, payloadFor, type UnleashPayload } from './payload.ts';
import {
    bothValues,
    isSameResult,
    type KnownDifference,
    MAX_REPORTED,
    newResult,
    type PayloadPair,
    recordDifference,
    rejectedBy,
    type TokenOptions,
    type TokenVerification,
    type VerificationOptions,
} from './token-verification.ts';

export interface Verification {
    judge: string | undefined;
    seed: number;
    tokens: TokenVerification[];
    /** Differences without a known explanation. */
    differences: number;
    /** Flags that differ for a known reason: of the frontend API of Unleash, and of environments that projects do not use. */
    explained: KnownDifference[];
    /** The number of random contexts of the full comparison that were compared for every token. */
    contexts: number;
    /** The first context that was not compared, if the user interrupted the comparison. */
    resumeFrom?: number;
    /** Whether everything was compared and nothing differs without an explanation. */
    isExact: boolean;
}

/**
 * Compares what both servers send for each token, field by field, and lets the SDK evaluate both. The fast pass evaluates each flag for the
 * contexts that exercise its rules; the full pass evaluates all flags for random contexts.
 */
export async function verify(
    source: ServiceClient,
    target: ServiceClient,
    options: VerificationOptions,
): Promise<Verification> {
    const { judge, seed, contexts, fromContext } = options;
    const readable = options.source.tokens.filter(({ secret }) => secret !== undefined);
    const tokens: TokenVerification[] = [];
    const explained: KnownDifference[] = [];
    const pairs: PayloadPair[] = [];
    // Client tokens first: their flags explain differences of the frontend API.
    const ordered = readable.toSorted((a, b) => Number(a.type === 'frontend') - Number(b.type === 'frontend'));
    const progress = options.startProgress('Comparing what SDKs get');
    for (const [index, token] of ordered.entries()) {
        const onProgress = (share: number) => progress.update(index + share, ordered.length, token.tokenName);
        onProgress(0);
        const verifyToken = token.type === 'frontend' ? verifyFrontend : verifyClient;
        const { result, known } = await verifyToken(source, target, { ...options, token, pairs, onProgress });
        tokens.push(result);
        explained.push(...known.filter((each) => !explained.some((other) => isSameKnown(each, other))));
    }
    const end = judge ? await compareRandomContexts(pairs, { ...options, judge }) : fromContext;
    const differences = tokens.reduce((sum, each) => sum + each.differences, 0);
    const isWhole = tokens.length > 0 && judge !== undefined && tokens.every(({ problem }) => problem === undefined);
    return {
        judge: judge?.name,
        seed,
        tokens,
        differences,
        explained,
        contexts: Math.max(end - fromContext, 0),
        ...(end < contexts && judge && { resumeFrom: end }),
        isExact: isWhole && end >= contexts && differences === 0,
    };
}

const isSameKnown = (a: KnownDifference, b: KnownDifference) => a.flag === b.flag && a.environment === b.environment;

async function verifyClient(
    source: ServiceClient,
    target: ServiceClient,
    options: TokenOptions,
): Promise<{ result: TokenVerification; known: KnownDifference[] }> {
    const { token, pairs, judge, onDifference, onProgress } = options;
    const result = newResult(token);
    const [before, after] = await Promise.all([source, target].map((each) => payloadFor(each, token.secret!)));
    if (!before || !after) {
        return { result: { ...result, problem: rejectedBy(before ? target.url : source.url) }, known: [] };
    }
    result.flags = before.features.length;
    const twin = pairs.find((pair) => isSamePayload(pair.before, before) && isSamePayload(pair.after, after));
    if (twin) return { result: { ...result, sameAs: twin.token.tokenName }, known: [] };
    const unused = unusedEnvironments(options.source, token.environment, before);
    const all = differencesBetween(before, after);
    const known = all.flatMap(({ flag, field, target: right }) =>
        field === 'flag' && right === 'missing' ? (unused.get(flag) ?? []) : [],
    );
    const explained = new Set(known.map(({ flag }) => flag));
    const payload = all.filter(({ flag }) => !explained.has(flag));
    result.explained = known.length;
    result.differences = payload.length;
    result.payload = payload.slice(0, MAX_REPORTED);
    for (const { flag, field, source: left, target: right } of result.payload) {
        onDifference(
            `${flag} in ${token.environment}, token ${token.tokenName}, ${field}: ${bothValues(JSON.stringify(left), JSON.stringify(right))}`,
        );
    }
    const pair = { token, before, after, result };
    pairs.push(pair);
    if (judge) await exerciseFlags(pair, { ...options, judge, onProgress });
    return { result, known };
}

/** Unleash sends flags of projects that do not use the environment, usually off. Halyard does not send them: they are off, too. */
function unusedEnvironments(
    { projects }: Instance,
    environment: string,
    { features }: UnleashPayload,
): Map<string, KnownDifference> {
    const used = new Map(projects.map(({ id, environments }) => [id, environments.includes(environment)]));
    const unused = features.filter((flag) => !flag.enabled && used.get(String(flag['project'])) === false);
    return new Map(
        unused.map(({ name: flag, project }) => [
            flag,
            {
                flag,
                environment,
                reason: `Project ${String(project)} of ${flag} does not use ${environment}. Unleash sends the flag as off, Halyard does not send it: SDKs evaluate it to false with both.`,
            },
        ]),
    );
}

const isSamePayload = (a: UnleashPayload, b: UnleashPayload) =>
    JSON.stringify([a.features, a.segments]) === JSON.stringify([b.features, b.segments]);

/** The fast pass. */
async function exerciseFlags(
    pair: PayloadPair,
    { judge, seed, onDifference, onProgress }: TokenOptions & { judge: FlagEvaluator },
): Promise<void> {
    const { before, after } = pair;
    const compare = await comparison(pair, { judge, seed, onDifference });
    const [own, others] = [exercisingContexts(before), exercisingContexts(after)];
    const known = new Set(before.features.map(({ name }) => name));
    const flags = [
        ...before.features.map((flag) => ({ flag, contextsOf: own })),
        ...after.features.filter(({ name }) => !known.has(name)).map((flag) => ({ flag, contextsOf: others })),
    ];
    for (const [index, { flag, contextsOf }] of flags.entries()) {
        for (const context of contextsOf(flag)) compare.evaluate(flag.name, context);
        onProgress(index / flags.length);
        // The progress bar and an interruption by the user are handled between flags.
        await nextTurn();
    }
    compare.end();
}

/** The full pass. Returns the number of the first context that was not compared. */
async function compareRandomContexts(
    pairs: readonly PayloadPair[],
    { contexts, fromContext, seed, judge, startProgress, onDifference }: VerificationOptions & { judge: FlagEvaluator },
): Promise<number> {
    if (fromContext >= contexts) return contexts;
    const progress = startProgress('Full comparison');
    let isInterrupted = false;
    const interrupt = () => {
        isInterrupted = true;
    };
    process.once('SIGINT', interrupt);
    const compared = await Promise.all(
        pairs.map(async (pair) => ({
            names: [...new Set([...pair.before.features, ...pair.after.features].map(({ name }) => name))],
            contextAt: randomContexts(pair.before, seed),
            compare: await comparison(pair, { judge, seed, onDifference }),
        })),
    );
    let next = fromContext;
    try {
        for (; next < contexts && !isInterrupted; next++) {
            progress.update(next - fromContext, contexts - fromContext, `context ${next} of ${contexts}`);
            for (const { names, contextAt, compare } of compared) {
                const context = contextAt(next);
                for (const name of names) compare.evaluate(name, context);
            }
            await nextTurn();
        }
    } finally {
        process.off('SIGINT', interrupt);
        for (const { compare } of compared) compare.end();
    }
    return next;
}

/** Evaluates a flag with the data of both servers and records a difference. */
async function comparison(
    { before, after, result }: PayloadPair,
    { judge, seed, onDifference }: Pick<VerificationOptions, 'seed' | 'onDifference'> & { judge: FlagEvaluator },
) {
    const [left, right] = [await judge.of(before), await judge.of(after)];
    return {
        evaluate(flag: string, context: SdkContext): void {
            const draw = seed + result.evaluations++;
            const source = sameDraws(draw, () => left.evaluate(flag, context));
            const target = sameDraws(draw, () => right.evaluate(flag, context));
            if (!isSameResult(source, target))
                recordDifference(result, { flag, context, source, target }, onDifference);
        },
        end(): void {
            left.end();
            right.end();
        },
    };
}

/**
 * Gives both payloads the same random numbers. The SDK calls Math.random while it evaluates synchronously, so no other code is affected.
 */
function sameDraws<T>(seed: number, work: () => T): T {
    const { random } = Math;
    // A constant, because one payload may need more numbers than the other, e.g. if it evaluates a parent twice.
    const drawn = seededRandom(seed)();
    Math.random = () => drawn;
    try {
        return work();
    } finally {
        Math.random = random;
    }
}

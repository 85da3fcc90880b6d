import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Progress } from '../program/output.ts';
import type { ServiceClient } from '../remote/service.ts';
import { contextsFor, type SdkContext, seeded } from './contexts.ts';
import type { Instance, Token, UnleashFlagEnvironment } from './instance.ts';
import type { Judge, JudgeVerdict } from './judge.ts';
import { differencesBetween, type PayloadDifference, payloadFor, type UnleashPayload } from './payload.ts';

/** The number of reported differences per kind; all are counted. */
const TOLD = 50;
/** Browsers ask the server to evaluate; every question is a request. */
const FRONTEND_CONTEXTS = 20;

export interface EvaluationDifference {
    flag: string;
    context: SdkContext;
    source: JudgeVerdict;
    target: JudgeVerdict;
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
    /** What kept it from being compared. */
    problem?: string;
}

export interface MigrationProof {
    judge: string | undefined;
    seed: number;
    tokens: TokenProof[];
    differences: number;
    /** Nothing differs, and everything was compared. */
    isExact: boolean;
}

interface ProofOptions {
    source: Instance;
    judge: Judge | undefined;
    contexts: number;
    seed: number;
    progress: Progress;
}

/** Asks both servers as each SDK would, with the same token, and lets the SDK decide on both for many contexts. */
export async function prove(
    source: ServiceClient,
    target: ServiceClient,
    asked: ProofOptions,
): Promise<MigrationProof> {
    const { judge, seed } = asked;
    const tokens: TokenProof[] = [];
    const readable = asked.source.tokens.filter(({ secret }) => secret !== undefined);
    for (const [index, token] of readable.entries()) {
        const progress = (share: number) => asked.progress.update(index + share, readable.length, token.tokenName);
        tokens.push(
            await (token.type === 'frontend' ? proveFrontend : proveClient)(source, target, {
                ...asked,
                token,
                tell: progress,
            }),
        );
    }
    const differences = tokens.reduce((sum, each) => sum + each.differences, 0);
    const isWhole = tokens.length > 0 && judge !== undefined && tokens.every(({ problem }) => problem === undefined);
    return { judge: judge?.name, seed, tokens, differences, isExact: isWhole && differences === 0 };
}

type One = ProofOptions & { token: Token; tell(share: number): void };

const nothingYet = ({ tokenName, environment, type }: Token): TokenProof => ({
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

const notLetIn = (where: string) => `${where} does not let the token in`;

async function proveClient(source: ServiceClient, target: ServiceClient, one: One): Promise<TokenProof> {
    const proof = nothingYet(one.token);
    const [before, after] = await Promise.all([source, target].map((each) => payloadFor(each, one.token.secret!)));
    if (!before || !after) return { ...proof, problem: notLetIn(before ? target.url : source.url) };
    const payload = differencesBetween(before, after);
    const evaluated = one.judge ? await evaluateBoth(before, after, { ...one, judge: one.judge }) : undefined;
    return {
        ...proof,
        flags: before.features.length,
        contexts: evaluated ? one.contexts : 0,
        evaluations: evaluated?.evaluations ?? 0,
        differences: payload.length + (evaluated?.count ?? 0),
        payload: payload.slice(0, TOLD),
        evaluated: evaluated?.told ?? [],
    };
}

async function evaluateBoth(
    before: UnleashPayload,
    after: UnleashPayload,
    { judge, contexts, seed, tell }: One & { judge: Judge },
) {
    const [one, other] = [await judge.of(before), await judge.of(after)];
    const names = [...new Set([...before.features, ...after.features].map(({ name }) => name))];
    const told: EvaluationDifference[] = [];
    let [count, evaluations, done] = [0, 0, 0];
    try {
        for (const context of contextsFor(before, { count: contexts, seed })) {
            for (const flag of names) {
                const draw = seed + evaluations++;
                const [source, target] = [one, other].map((each) => sameDraws(draw, () => each.ask(flag, context)));
                if (sameVerdict(source!, target!)) continue;
                if (++count <= TOLD) told.push({ flag, context, source: source!, target: target! });
            }
            tell(++done / contexts);
            // The progress bar and an interruption by the user get their turn.
            await nextTurn();
        }
    } finally {
        one.end();
        other.end();
    }
    return { count, evaluations, told };
}

/** Where chance decides, both get the same chance; the SDK asks for it while it evaluates, and nobody else does meanwhile. */
function sameDraws<T>(seed: number, work: () => T): T {
    const { random } = Math;
    // However often they ask: one may evaluate a parent twice.
    const drawn = seeded(seed)();
    Math.random = () => drawn;
    try {
        return work();
    } finally {
        Math.random = random;
    }
}

const sameVerdict = (a: JudgeVerdict, b: JudgeVerdict) =>
    a.feature_enabled === b.feature_enabled &&
    a.enabled === b.enabled &&
    a.name === b.name &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value;

interface Toggle {
    name: string;
    enabled: boolean;
    variant: JudgeVerdict;
}

/** What browsers hear: flags that are on, and their variants. */
async function proveFrontend(source: ServiceClient, target: ServiceClient, one: One): Promise<TokenProof> {
    const proof = nothingYet(one.token);
    const evaluated: EvaluationDifference[] = [];
    const byChance = decidedByChance(one.source, one.token.environment);
    for (const [index, context] of [
        ...contextsFor({ features: [] }, { count: FRONTEND_CONTEXTS, seed: one.seed }),
    ].entries()) {
        const { properties: _, ...fields } = { ...context, userId: `user-${index}` };
        const path = `/api/frontend?${new URLSearchParams(fields)}`;
        const answers = await Promise.all(
            [source, target].map((each) => each.ask('GET', path, { token: one.token.secret! })),
        );
        const refused = answers.findIndex(({ status }) => status !== 200);
        if (refused >= 0) return { ...proof, problem: notLetIn([source, target][refused]!.url) };
        const [before, after] = answers.map(
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
        one.tell(index / FRONTEND_CONTEXTS);
    }
    return { ...proof, differences: evaluated.length, evaluated: evaluated.slice(0, TOLD) };
}

const verdictOf = (toggle: Toggle | undefined): JudgeVerdict =>
    toggle
        ? { ...toggle.variant, feature_enabled: toggle.enabled }
        : { name: 'disabled', enabled: false, feature_enabled: false };

/** Two servers that throw dice do not say the same: such flags are compared by what SDKs get of them. */
function decidedByChance({ flags }: Instance, environment: string): Set<string> {
    const throwsDice = ({ strategies, variants }: UnleashFlagEnvironment) =>
        strategies.some(
            ({ name, parameters }) => name === 'gradualRolloutRandom' || parameters['stickiness'] === 'random',
        ) ||
        [...variants, ...strategies.flatMap((each) => each.variants)].some(({ stickiness }) => stickiness === 'random');
    const own = flags.filter((flag) => {
        const place = flag.environments.get(environment);
        return place && throwsDice(place);
    });
    const names = new Set(own.map(({ name }) => name));
    const children = flags.filter(({ dependencies }) => dependencies.some(({ feature }) => names.has(feature)));
    return new Set([...names, ...children.map(({ name }) => name)]);
}

import { type Context, type Explanation, explain, type FlagSet } from '@halyard/engine';
import { isHashed } from './assign.ts';

type Strategy = Explanation['strategies'][number];

/** Says why the arm of a context cannot be computed: `missing country`, `hashed userId`, `strategy custom`, or `random`. */
export function undecidableReason(set: FlagSet, flag: string, context: Context, isComplete: boolean): string {
    const explanation = explain(set, flag, context);
    for (const strategy of explanation.strategies) {
        const reason = strategy.disabled ? undefined : reasonOfStrategy(strategy, context, isComplete);
        if (reason !== undefined) return reason;
    }
    const { variantChoice, dependencies } = explanation;
    const ofVariants = variantChoice && reasonOfSplit(variantChoice, context, isComplete);
    if (ofVariants) return ofVariants;
    for (const { feature } of dependencies) {
        const reason = undecidableReason(set, feature, context, isComplete);
        if (reason !== RANDOM) return reason;
    }
    return RANDOM;
}

const RANDOM = 'random';

function reasonOfStrategy(strategy: Strategy, context: Context, isComplete: boolean): string | undefined {
    const constraints = [...strategy.constraints, ...strategy.segments.flatMap((segment) => segment.constraints)];
    const unknown = constraints.find(
        ({ seen, contextName }) => !isComplete && contextName !== 'currentTime' && (seen === null || isHashed(seen)),
    );
    if (unknown) return `${unknown.seen === null ? 'missing' : 'hashed'} ${unknown.contextName}`;
    if (strategy.result.evaluationStatus !== 'complete') return `strategy ${strategy.name}`;
    const { rollout } = strategy;
    if (rollout === null || rollout.threshold >= 100) return undefined;
    return reasonOfSplit(rollout, context, isComplete);
}

function reasonOfSplit(
    { stickiness, hashInput }: { stickiness: string; hashInput: string | null },
    { userId, sessionId }: Context,
    isComplete: boolean,
): string | undefined {
    if (stickiness === 'random') return RANDOM;
    const field = stickiness === 'default' ? 'userId' : stickiness;
    if (stickiness === 'default' && !userId && !sessionId) return `missing ${field}`;
    if (hashInput === null) return `missing ${field}`;
    return !isComplete && isHashed(hashInput) ? `hashed ${field}` : undefined;
}

import { parseNumber } from '../operators/number.ts';
import {
    bucketIn,
    encodePlacement,
    explainPlacement,
    type Placement,
    rolloutPlacement,
    rolloutSticky,
    topLevelSticky,
} from '../placement.ts';
import type { CompiledStrategy, RolloutTrace, RuleSource, RuleTrace, StrategyEvaluator } from './rule.ts';

/** Matches contexts whose bucket, of 100, is at most the threshold. */
function rollout(placement: Placement, threshold: number): CompiledStrategy {
    return {
        passes: placement.sticky.lookup.into((value) => {
            const bucket = bucketIn(placement, value);
            return bucket !== 0 && bucket <= threshold;
        }),
        explain(context) {
            const { stickiness, hashInput, bucket } = explainPlacement(placement, context);
            const trace = { stickiness, hashInput, bucket, threshold };
            if (trace.bucket !== null) return testValue(trace.bucket, trace);
            const reason = `the context has no ${trace.stickiness} for the rollout`;
            return { passes: false, reason, rollout: trace };
        },
        encode() {
            // Buckets are integers, so the fraction of a percentage has no effect.
            return [Math.floor(Math.min(Math.max(threshold, 0), 100)), ...encodePlacement(placement)];
        },
    };
}

function testValue(bucket: number, trace: RolloutTrace): RuleTrace {
    const passes = bucket <= trace.threshold;
    const reason = `bucket ${bucket} of 100 is ${passes ? 'inside' : 'outside'} the ${trace.threshold} % rollout`;
    return { passes, reason, rollout: trace };
}

function percentage(source: RuleSource, name: string): number {
    const text = source.parameter(name);
    const number = parseNumber(text ?? '');
    if (number === undefined) source.warn(`parameter ${name} is not a number, so nobody is in the rollout`);
    return number ?? 0;
}

export const flexibleRollout: StrategyEvaluator = {
    parameters: ['rollout', 'stickiness', 'groupId'],
    compile(source) {
        const group = source.parameter('groupId') ?? source.flag;
        const sticky = rolloutSticky(source.parameter('stickiness') ?? 'default', source.propertyIndex);
        return rollout(rolloutPlacement(sticky, group), percentage(source, 'rollout'));
    },
};

/** The older rollouts, which have one fixed stickiness field. */
export function gradualRollout(field: string): StrategyEvaluator {
    return {
        parameters: ['percentage', 'groupId'],
        compile(source) {
            const sticky = topLevelSticky(field, source.propertyIndex);
            const placement = rolloutPlacement(sticky, source.parameter('groupId') ?? '');
            return rollout(placement, percentage(source, 'percentage'));
        },
    };
}

/** A new random number each time. */
export const gradualRolloutRandom: StrategyEvaluator = {
    parameters: ['percentage'],
    compile(source) {
        const threshold = percentage(source, 'percentage');
        const { runtime } = source.propertyIndex;
        const draw = () => Math.floor(runtime.random() * 100) + 1;
        return {
            passes: () => draw() <= threshold,
            explain() {
                const bucket = draw();
                return testValue(bucket, { stickiness: 'random', hashInput: null, bucket, threshold });
            },
        };
    },
};

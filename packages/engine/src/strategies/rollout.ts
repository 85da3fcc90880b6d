import type { Answers } from '../answers.ts';
import { topText } from '../context.ts';
import type { Context } from '../definitions.ts';
import { bucketOf, type HashPrefix, rolloutPrefix } from '../hashing.ts';
import { parseNumber } from '../operators/number.ts';
import { rolloutSticky, type Sticky, stickyValue } from '../sticky.ts';
import type { Rule, RuleSource, RuleTrace, StrategyType } from './rule.ts';

const BUCKETS = 100;

/** Everyone whose hash falls in a bucket up to the threshold. */
class Rollout implements Rule {
    readonly #sticky: Sticky;
    readonly #prefix: HashPrefix;
    readonly #threshold: number;

    constructor(sticky: Sticky, group: string, threshold: number) {
        this.#sticky = sticky;
        this.#prefix = rolloutPrefix(group);
        this.#threshold = threshold;
    }

    passes(context: Context, answers: Answers | undefined): boolean {
        const id = stickyValue(this.#sticky, context, answers);
        return id !== undefined && bucketOf(this.#prefix, id, BUCKETS) <= this.#threshold;
    }

    explain(context: Context, answers: Answers): RuleTrace {
        const { name: stickiness } = this.#sticky;
        const threshold = this.#threshold;
        const id = stickyValue(this.#sticky, context, answers);
        if (id === undefined) {
            const rollout = { stickiness, hashInput: null, bucket: null, threshold };
            return { passes: false, reason: `the context has no ${stickiness} to place in the rollout`, rollout };
        }
        const bucket = bucketOf(this.#prefix, id, BUCKETS);
        const passes = bucket <= threshold;
        const reason = `bucket ${bucket} of ${BUCKETS} is ${passes ? 'inside' : 'outside'} the ${threshold} % rollout`;
        return { passes, reason, rollout: { stickiness, hashInput: this.#prefix.text + id, bucket, threshold } };
    }
}

function percentage(source: RuleSource, name: string): number {
    const given = source.parameter(name);
    const number = parseNumber(given ?? '');
    if (number === undefined) source.warn(`parameter ${name} is not a number, so nobody is in the rollout`);
    return number ?? 0;
}

export const flexibleRollout: StrategyType = {
    parameters: ['rollout', 'stickiness', 'groupId'],
    compile(source) {
        const sticky = rolloutSticky(source.parameter('stickiness') ?? 'default', source.catalogue);
        return new Rollout(sticky, source.parameter('groupId') ?? source.flag, percentage(source, 'rollout'));
    },
};

/** The older rollouts, which stick to one fixed field. */
export function gradualRollout(field: string): StrategyType {
    return {
        parameters: ['percentage', 'groupId'],
        compile(source) {
            const question = source.catalogue.question(topText, field);
            const sticky = { name: field, question, otherwise: undefined };
            return new Rollout(sticky, source.parameter('groupId') ?? '', percentage(source, 'percentage'));
        },
    };
}

/** A new throw of the dice each time. */
export const gradualRolloutRandom: StrategyType = {
    parameters: ['percentage'],
    compile(source) {
        const threshold = percentage(source, 'percentage');
        const { runtime } = source.catalogue;
        const draw = () => Math.floor(runtime.random() * BUCKETS) + 1;
        return {
            passes: () => draw() <= threshold,
            explain() {
                const bucket = draw();
                const passes = bucket <= threshold;
                const reason = `drew ${bucket} of ${BUCKETS}, ${passes ? 'inside' : 'outside'} ${threshold} %`;
                return { passes, reason, rollout: { stickiness: 'random', hashInput: null, bucket, threshold } };
            },
        };
    },
};

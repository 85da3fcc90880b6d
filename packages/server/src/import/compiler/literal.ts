import type { AttributeTest, InBucket } from '../model/condition.ts';

/** A test, or that it fails. */
export interface Literal {
    readonly test: AttributeTest;
    readonly negated: boolean;
}

/** Everything here holds: what one strategy can say. */
export interface Conjunction {
    readonly literals: readonly Literal[];
    /** One hash at most: a strategy has one rollout. */
    readonly bucket: InBucket | undefined;
    readonly segments: readonly string[];
}

import type { AttributeTest, InBucket } from '../model/condition.ts';

/** A test or its negation. */
export interface Literal {
    readonly test: AttributeTest;
    readonly negated: boolean;
}

/** Literals that must all hold: the audience of one strategy. */
export interface Conjunction {
    readonly literals: readonly Literal[];
    /** At most one hash, because a strategy has one rollout. */
    readonly bucket: InBucket | undefined;
    readonly segments: readonly string[];
}

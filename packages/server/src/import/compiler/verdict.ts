/** How a rule comes along, from the best to the worst. */
export const VERDICTS = ['exact', 'exact when present', 're-bucketed', 'server-only', 'lost'] as const;

/**
 * - `exact`: the same answer for every context;
 * - `exact when present`: the same where contexts have the attributes of the rule, in the form that it means;
 * - `re-bucketed`: the same share, of other people;
 * - `server-only`: the same people, where Halyard evaluates; SDKs that evaluate themselves take it for false;
 * - `lost`: does not come along.
 */
export type Verdict = (typeof VERDICTS)[number];

export const worst = (verdicts: Iterable<Verdict>): Verdict =>
    VERDICTS[Math.max(0, ...[...verdicts].map((verdict) => VERDICTS.indexOf(verdict)))]!;

export interface RuleVerdict {
    /** The location of the rule in the document. */
    path: string;
    title: string;
    verdict: Verdict;
    reasons: string[];
    /** Under which conditions contexts get the same answer, whatever else the verdict says: each completes "when …". */
    when: string[];
}

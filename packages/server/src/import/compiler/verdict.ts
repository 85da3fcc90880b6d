/** The quality of an imported rule, from best to worst. */
export const VERDICTS = ['exact', 'exact when present', 're-bucketed', 'server-only', 'lost'] as const;

/**
 * - `exact`: the same result for every context;
 * - `exact when present`: the same result if contexts have the attributes of the rule, in the expected form;
 * - `re-bucketed`: the same share, but other users;
 * - `server-only`: the same users, where Halyard evaluates; SDKs that evaluate locally get false;
 * - `lost`: not imported.
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
    /** The conditions under which contexts get the same result, independent of the verdict: each completes "when …". */
    when: string[];
}

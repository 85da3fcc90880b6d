import type { ForeignReport, ReportedFlag, Verdict } from './foreign-import.queries.ts';

interface VerdictDescription {
    label: string;
    color: string;
    /** The meaning of the verdict. */
    meaning: string;
}

/** Sorted from worst to best, so that losses come first. */
export const VERDICTS: Readonly<Record<Verdict, VerdictDescription>> = {
    lost: { label: 'Lost', color: 'red', meaning: 'a part is not imported' },
    'server-only': {
        label: 'Server only',
        color: 'brass',
        meaning: 'the same users, in the frontend API, OFREP and the edge',
    },
    're-bucketed': { label: 'Re-bucketed', color: 'brass', meaning: 'the same percentage, of different users' },
    'exact when present': {
        label: 'Exact when present',
        color: 'tide',
        meaning: 'the same result for contexts with values of the expected type',
    },
    exact: { label: 'Exact', color: 'green', meaning: 'the same result for every context' },
};

export const VERDICT_NAMES = Object.keys(VERDICTS) as Verdict[];

export const sortByVerdict = (flags: readonly ReportedFlag[]): ReportedFlag[] =>
    flags.toSorted((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));

/** Returns the flags that need an explicit decision: those with lost rules or different results, and existing ones that would change. */
export function openFlags({ flags, proof }: ForeignReport): string[] {
    const differing = new Set(proof.differences.map(({ flag }) => flag));
    return flags.flatMap(({ name, verdict, change }) =>
        verdict === 'lost' || change === 'replaced' || differing.has(name) ? name : [],
    );
}

/** Returns the main reason in one line. */
export function reasonOf({ verdict, change, environments }: ReportedFlag): string | undefined {
    if (change === 'replaced') return 'replaces the existing flag';
    const rule = environments.flatMap(({ rules }) => rules).find((each) => each.verdict === verdict);
    if (!rule) return undefined;
    return rule.reasons[0] ?? (rule.when[0] && `when ${rule.when[0]}`);
}

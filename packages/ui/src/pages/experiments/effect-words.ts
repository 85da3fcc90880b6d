import { formatDecimal, formatShare, formatSigned, formatSignedShare } from '../../components/text/numbers.ts';
import type { ArmResult, Effect, ExperimentMetric } from './experiment.queries.ts';

type Kind = ExperimentMetric['kind'];

/** Formats a difference: “+3.1%”, “+1.2 points” for a difference of rates, or “+0.25”. */
export function formatEffect(value: number, difference: Effect['difference'], kind: Kind): string {
    if (difference === 'relative') return formatSignedShare(value);
    return kind === 'conversion' ? `${formatSigned(value * 100)} points` : formatSigned(value);
}

/** “0.4% to 5.8%”. A bound that is missing is open. */
export function formatInterval({ ci, difference }: Pick<Effect, 'ci' | 'difference'>, kind: Kind): string {
    if (!ci) return 'no interval';
    const [low = null, high = null] = ci;
    const bound = (value: number | null, open: string) =>
        value === null ? open : formatEffect(value, difference, kind);
    return `${bound(low, '−∞')} to ${bound(high, '+∞')}`;
}

/** The rate or mean of a variant. */
export function formatEstimate({ estimate }: Pick<ArmResult, 'estimate'>, kind: Kind): string {
    if (estimate === null) return 'no data';
    return kind === 'conversion' ? formatShare(estimate) : formatDecimal(estimate);
}

export const KIND_WORDS: Record<Kind, string> = {
    conversion: 'share of users',
    count: 'times per user',
    mean: 'sum per user',
    ratio: 'ratio of sums',
};

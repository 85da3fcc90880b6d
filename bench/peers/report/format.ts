import { median } from '../../support/measure.ts';
import { type Cost, hasFigures } from '../results.ts';

/** Three significant digits; `1,240` instead of `1.24e3`. */
export function figure(value: number): string {
    if (!Number.isFinite(value)) return '–';
    if (value >= 100) return Math.round(value).toLocaleString('en-US');
    return value
        .toPrecision(value < 0.1 ? 2 : 3)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
}

export const medianOf = (cost: Cost | undefined) => (hasFigures(cost) ? median(cost.rounds) : undefined);

/** Of consecutive rounds, when the machine was equally busy. */
export function timesBare(ours: Cost | undefined, bare: Cost | undefined): number | undefined {
    if (!hasFigures(ours) || !hasFigures(bare)) return undefined;
    return median(ours.rounds.flatMap((ms, round) => (bare.rounds[round] ? [ms / bare.rounds[round]] : [])));
}

export function bytes(count: number): string {
    if (count < 1_000) return `${count} B`;
    return count < 1e6 ? `${figure(count / 1e3)} kB` : `${figure(count / 1e6)} MB`;
}

/** Evaluations per second: 12 k, 3.4 M. */
export function rate(perSecond: number): string {
    if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(1)} M`;
    return perSecond >= 1e4 ? `${(perSecond / 1e3).toFixed(0)} k` : perSecond.toFixed(0);
}

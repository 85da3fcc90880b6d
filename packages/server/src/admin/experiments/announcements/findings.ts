import type { ComputedResults } from '../results/compute-results.ts';
import type { Announcement } from './announce.commands.ts';

type Finding = Pick<Announcement, 'type' | 'message'>;

/** The findings in results that have to be announced. A result is not trusted while the sample ratio is wrong. */
export function findingOf({ sampleRatio, arms, metrics }: ComputedResults): Finding | undefined {
    if (sampleRatio.mismatch) {
        const units = arms.map(({ variant, units: of }) => `${variant} ${of}`).join(', ');
        return {
            type: 'experiment-sample-ratio-mismatch',
            message: `The users are not distributed as the weights say (${units}; p = ${round(sampleRatio.p)}). Find the cause before you trust the results.`,
        };
    }
    const primary = metrics.find(({ role }) => role === 'primary');
    const found = primary?.effects.filter(({ state }) => state === 'better' || state === 'worse') ?? [];
    if (found.length === 0) return undefined;
    const control = primary!.arms[0]!.variant;
    const sentences = found.map(({ variant, state, effect, ci }) => {
        const [low = null, high = null] = ci ?? [];
        return `${variant} is ${state} than ${control} in ${primary!.key}: ${percent(effect)} (95 % interval ${percent(low)} to ${percent(high)}).`;
    });
    return { type: 'experiment-result-found', message: sentences.join(' ') };
}

const round = (value: number) => Number(value.toPrecision(3));

/** Effects are relative. */
const percent = (value: number | null | undefined) =>
    typeof value === 'number' ? `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)} %` : 'open';

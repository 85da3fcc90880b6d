import { listed } from '../../components/text/listed.ts';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { type EffectState, MIN_UNITS, stateOf } from './effect-states.ts';
import { formatEffect, formatInterval } from './effect-words.ts';
import type { Effect, Experiment, MetricResult, Results } from './experiment.queries.ts';

/** `withheld`: the users are not distributed as intended, so the effect says nothing. */
export type VerdictTone = 'good' | 'bad' | 'open' | 'none' | 'withheld';

interface Verdict {
    tone: VerdictTone;
    /** A sentence, such as “blue is better: purchases +3.1% (95% interval +0.4% to +5.8%)”. */
    sentence: string;
    /** The same in a few words, for lists. */
    brief: string;
}

/** The verdict of an experiment so far. */
export function verdictOf(experiment: Experiment, results: Results): Verdict {
    const found = unshippedVerdict(experiment, results);
    if (experiment.state !== 'Decided') return found;
    const shipped = `${experiment.variant ?? 'A variant'} was shipped`;
    return { tone: found.tone, sentence: `${shipped}. ${found.sentence}`, brief: shipped };
}

function unshippedVerdict(experiment: Experiment, results: Results): Verdict {
    const isRunning = experiment.state === 'Running';
    const yet = isRunning ? ' yet' : '';
    const unknown = unknownVerdict(results);
    if (unknown) return unknown;
    if (results.units.total === 0) {
        return { tone: 'none', sentence: `Nobody was enrolled${yet}.`, brief: `Nobody enrolled${yet}` };
    }
    const primary = results.metrics.find(({ role }) => role === 'primary');
    const leading = primary && leadingEffect(primary);
    if (!primary || !leading) {
        return { tone: 'none', sentence: `There is nothing to compare with${yet}.`, brief: `No comparison${yet}` };
    }
    if (results.sampleRatio.mismatch) {
        return {
            tone: 'withheld',
            sentence: 'No verdict: the users are not distributed over the variants as intended.',
            brief: 'Withheld: sample ratio',
        };
    }
    const smallest = Math.min(...primary.arms.map(({ n }) => n));
    const harm = harmOf(experiment, results);
    const verdict = verdictOfEffect(experiment, { key: primary.key, effect: leading, smallest, yet });
    if (!harm) return verdict;
    return { tone: 'bad', sentence: `${verdict.sentence} ${harm.sentence}`, brief: `${verdict.brief}, ${harm.brief}` };
}

/** Before a data source answered, nothing is known: this is not “nobody was enrolled”. */
function unknownVerdict({ source }: Results): Verdict | undefined {
    if (source === null || source.computedAt !== null) return undefined;
    return source.state === 'failed'
        ? { tone: 'withheld', sentence: 'No verdict: the query of the data source failed.', brief: 'Query failed' }
        : { tone: 'none', sentence: 'The data source was not queried yet.', brief: 'Waiting for data' };
}

interface PrimaryEffect {
    key: string;
    effect: Effect;
    smallest: number;
    yet: string;
}

function verdictOfEffect(experiment: Experiment, { key, effect, smallest, yet }: PrimaryEffect): Verdict {
    const { variant } = effect;
    const state = stateOf(effect, smallest);
    const numbers = numbersOf(experiment, key, effect);
    const words: Partial<Record<EffectState, Verdict>> = {
        'no data': { tone: 'none', sentence: `No outcome of ${key} was reported${yet}.`, brief: `No outcomes${yet}` },
        uncomputable: {
            tone: 'none',
            sentence: `The effect on ${key} could not be computed.`,
            brief: 'Could not be computed',
        },
        'too little': {
            tone: 'none',
            sentence: `Too little data: the smallest variant has ${formatNumber(smallest)} of ${MIN_UNITS} users.`,
            brief: 'Too little data',
        },
        better: {
            tone: 'good',
            sentence: `${variant} is better: ${key} ${numbers.text}.`,
            brief: `${variant} is better, ${numbers.effect}`,
        },
        worse: {
            tone: 'bad',
            sentence: `${variant} is worse: ${key} ${numbers.text}.`,
            brief: `${variant} is worse, ${numbers.effect}`,
        },
    };
    return (
        words[state] ?? {
            tone: 'open',
            sentence: `No difference is shown${yet}: ${key} with ${variant} ${numbers.text}.`,
            brief: `Undecided, ${numbers.effect}`,
        }
    );
}

/** The effect to talk about: one that is shown, or the most promising. */
function leadingEffect({ effects }: MetricResult): Effect | undefined {
    const rank = ({ state, chanceToWin = 0 }: Effect) => (state === 'better' ? 2 : 0) + chanceToWin;
    return effects.toSorted((a, b) => rank(b) - rank(a))[0];
}

function harmOf(experiment: Experiment, { metrics }: Results): Pick<Verdict, 'sentence' | 'brief'> | undefined {
    const harmed = metrics.flatMap(({ key, effects }) =>
        effects.filter(({ state }) => state === 'harm shown').map((effect) => ({ key, effect })),
    );
    if (harmed.length === 0) return undefined;
    const parts = harmed.map(
        ({ key, effect }) => `${key} with ${effect.variant} ${numbersOf(experiment, key, effect).text}`,
    );
    return {
        sentence: `${harmed.length === 1 ? 'A guard metric shows' : 'Guard metrics show'} harm: ${listed(parts)}.`,
        brief: `harm: ${listed([...new Set(harmed.map(({ key }) => key))])}`,
    };
}

function numbersOf({ metrics }: Experiment, key: string, effect: Effect) {
    const kind = metrics.find((metric) => metric.key === key)?.kind ?? 'mean';
    const value = effect.effect === null ? '' : formatEffect(effect.effect, effect.difference, kind);
    return { effect: value, text: `${value} (95% interval ${formatInterval(effect, kind)})` };
}

/** “12,400 users in 2 variants, for 4 days”. */
export function describeSample(experiment: Experiment, { units, arms }: Results, now: number): string {
    const days = daysRunning(experiment, now);
    const duration = days === undefined ? '' : `, for ${days === 0 ? 'less than a day' : count(days, 'day')}`;
    return `${count(units.total, 'user')} in ${count(arms.length, 'variant')}${duration}`;
}

/** The whole days since the start, until the stop. */
export function daysRunning({ from, startedAt, stoppedAt }: Experiment, now: number): number | undefined {
    const start = from ?? startedAt;
    if (!startedAt || !start) return undefined;
    const end = stoppedAt ? Date.parse(stoppedAt) : now;
    return Math.max(0, Math.floor((end - Date.parse(start)) / DAY_MS));
}

const DAY_MS = 86_400_000;

import { count, formatNumber } from '../../components/text/numbers.ts';
import type { AffectedFlag, EnvironmentEffect, Example } from './effects.ts';

const POPULATION_COUNTS: Record<EnvironmentEffect['population'], (users: number) => string> = {
    traffic: (users) => `${count(users, 'user')} (last 24 h)`,
    personas: (personas) => `your ${count(personas, 'persona')}`,
    given: (contexts) => `the ${count(contexts, 'given context')}`,
    'made-up': (users) => count(users, 'synthetic user'),
};

const POPULATION_NOTES: Record<EnvironmentEffect['population'], string> = {
    traffic: 'Real traffic of this node in the last 24 hours.',
    personas: 'Evaluated for the personas of this project.',
    given: 'Evaluated for the given contexts.',
    'made-up': 'Synthetic users, not real traffic.',
};

export const describePopulation = ({ population, asked, note }: EnvironmentEffect) =>
    asked === 0 ? 'There are no users to evaluate.' : (note ?? POPULATION_NOTES[population]);

/** Describes in one sentence how many users are affected. */
export function summaryOf(
    { population, asked }: EnvironmentEffect,
    flag: AffectedFlag | undefined,
    isPast = false,
): string {
    if (asked === 0) return 'No users to evaluate.';
    const some = POPULATION_COUNTS[population](asked);
    if (!flag || flag.changed === 0) return `${isPast ? 'Had no effect' : 'No effect'} on ${some}.`;
    const { offToOn, onToOff, variantChanged } = flag;
    const number = (value: number) => (value === 0 ? 'none' : formatNumber(value));
    const parts = [
        `${formatNumber(offToOn)} of ${some} ${isPast ? 'started' : 'will start'} seeing this flag`,
        `${number(onToOff)} ${isPast ? 'lost' : 'will lose'} it`,
        ...(variantChanged > 0 ? [`${number(variantChanged)} ${isPast ? 'got' : 'will get'} a different variant`] : []),
    ];
    return `${parts.join('; ')}.`;
}

/** Describes how often SDKs evaluate these flags in an environment; undefined if no number is known, as for past moments. */
export function trafficOf(
    flags: readonly Pick<AffectedFlag, 'answersPerDay'>[],
    environment: string,
): string | undefined {
    if (flags.length === 0 || flags.some(({ answersPerDay }) => answersPerDay === undefined)) return undefined;
    const answers = flags.reduce((sum, { answersPerDay = 0 }) => sum + answersPerDay, 0);
    return answers === 0
        ? `Not evaluated in ${environment} in the last 24 hours.`
        : `Evaluated ${count(answers, 'time')} a day in ${environment}.`;
}

/** The result of one context before and after. */
export function outcomeIn({ before, after }: Example): [before: string, after: string] {
    if (before.enabled !== after.enabled) return [onOrOff(before), onOrOff(after)];
    // The same variant with another payload.
    if (before.variant === after.variant) return [nameOf(before.variant), `another ${nameOf(after.variant)}`];
    return [nameOf(before.variant), nameOf(after.variant)];
}

/** The variant name that SDKs return if there is no variant. */
const NONE = 'disabled';
const nameOf = (variant: string) => (variant === NONE ? 'no variant' : variant);
const onOrOff = ({ enabled, variant }: Example['before']) =>
    enabled ? (variant === NONE ? 'on' : `on, ${variant}`) : 'off';

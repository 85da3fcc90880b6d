import { describeAffected, describeCount, describeOthers } from '@halyard/engine';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { timeOfDay } from '../../components/time/time.tsx';
import type { AffectedFlag, EnvironmentEffect, Example, Share } from './effects.ts';

const HOUR_MS = 3_600_000;

/** Describes the source of the contexts, its time and its precision. */
export function describeSource({ note = '', trafficSince, evaluatedAt }: EnvironmentEffect): string {
    const isYoung = trafficSince !== undefined && Date.parse(evaluatedAt) - Date.parse(trafficSince) < 23 * HOUR_MS;
    return isYoung ? `${note} The oldest example is from ${timeOfDay(trafficSince)}.` : note;
}

/** Describes in one sentence how many users a flag affects. */
export const summaryOf = (effect: EnvironmentEffect, flag: AffectedFlag, isPast = false): string =>
    describeAffected(effect, flag, { isPast, format: formatNumber });

/** Describes flags without a number of affected users of their own. */
export const summaryOfOthers = (effect: EnvironmentEffect, flags: readonly AffectedFlag[], noun: string): string =>
    describeOthers(effect, flags, noun, formatNumber);

/** The affected users of a part of the users. */
export const summaryOfShare = ({ evaluated, changed, bounds }: Share): string =>
    `${describeCount(changed, bounds?.changed, formatNumber)} of ${describeCount(evaluated, bounds?.evaluated, formatNumber)}`;

/** Describes how often SDKs evaluate these flags in an environment; undefined if no number is known, as for past moments. */
export function trafficOf(
    flags: readonly Pick<AffectedFlag, 'answersPerDay'>[],
    environment: string,
): string | undefined {
    if (flags.length === 0 || flags.some(({ answersPerDay }) => answersPerDay === undefined)) return undefined;
    const answers = flags.reduce((sum, { answersPerDay = 0 }) => sum + answersPerDay, 0);
    return answers === 0
        ? `SDKs reported no evaluations in ${environment} in the last 24 hours.`
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

import { CHART_COLOURS } from '../../components/charts/colours.ts';
import { count } from '../../components/text/numbers.ts';
import type { Figures } from './insights.queries.ts';

type Age = Figures['ages'][number];

const AGES: Record<number, string> = { 7: '1 wk', 30: '1 mo', 90: '3 mo', 180: '6 mo', 365: '1 yr' };

/** Formats an age for a chart: "≤ 3 mo", or "older". */
export const ageLabel = ({ toDays }: Age): string =>
    toDays === null ? 'older' : `≤ ${AGES[toDays] ?? `${toDays} days`}`;

const TYPES = ['release', 'experiment', 'operational', 'kill-switch', 'permission', 'sunset'];

/** Returns the colour of a flag type, which is the same in every chart. */
export const flagTypeColour = (type: string): string =>
    CHART_COLOURS[TYPES.includes(type) ? TYPES.indexOf(type) : TYPES.length]!;

/** Formats days with at most one decimal and the unit. */
export function daysLabel(days: number | null): string {
    if (days === null) return 'none yet';
    return count(days, 'day');
}

/** Returns the change since the first month with a known value; undefined if there is nothing to compare. */
export function trendOf(values: readonly (number | null)[]): number | undefined {
    const known = values.filter((value) => value !== null);
    const [first] = known;
    const last = known.at(-1);
    return first === undefined || last === undefined || known.length < 2 ? undefined : last - first;
}

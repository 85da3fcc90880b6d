import type { Figures } from './insights.queries.ts';

type Age = Figures['ages'][number];

const AGES: Record<number, string> = { 7: '1 wk', 30: '1 mo', 90: '3 mo', 180: '6 mo', 365: '1 yr' };

/** An age as short as a chart needs it: "≤ 3 mo", or "older". */
export const ageInWords = ({ toDays }: Age): string =>
    toDays === null ? 'older' : `≤ ${AGES[toDays] ?? `${toDays} days`}`;

const names = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** A month of the service's answer by its name. There are never two of a name. */
export const monthInWords = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));

/** Days with at most one decimal, and their unit. */
export function daysInWords(days: number | null): string {
    if (days === null) return 'none yet';
    return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** How a figure went since the first month for which it is known; undefined: nothing to compare. */
export function trendOf(values: readonly (number | null)[]): number | undefined {
    const known = values.filter((value) => value !== null);
    const [first] = known;
    const last = known.at(-1);
    return first === undefined || last === undefined || known.length < 2 ? undefined : last - first;
}

// Days, months and times without a time zone, in the locale of the reader.

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The name of a month with its year; months are counted from 0. */
export const monthAndYear = (year: number, index: number) => month.format(Date.UTC(year, index, 1));
/** The short name of a month such as `2026-11`. */
export const monthName = (text: string) => shortMonth.format(new Date(`${text}-01`));
/** A day of the year, such as “Nov 18”. */
export const dayAndMonth = (day: string) => date.format(new Date(day));
/** The short name of the weekday of a day such as `2026-11-18`. */
export const weekdayName = (day: string) => weekday.format(new Date(day));
export const dayWithWeekday = (day: string) => longDay.format(new Date(day));

/** Formats of a local time such as `18:00` and of a local date and time such as `2026-11-18T18:00`. Incomplete input is returned unchanged. */
export function localFormats(locale?: string) {
    const timeOnly = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
    const formatOr = (text: string, local: string, format: Intl.DateTimeFormat) => {
        const date = new Date(`${local}Z`);
        return Number.isNaN(date.getTime()) ? text : format.format(date);
    };
    return {
        time: (text: string) => formatOr(text, `2000-01-01T${text}`, timeOnly),
        moment: (text: string) => formatOr(text, text, whole),
    };
}

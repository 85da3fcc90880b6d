import { Text, type TextProps, Tooltip } from '@mantine/core';

const STEPS: [unit: string, units: string, seconds: number][] = [
    ['year', 'years', 31_557_600],
    ['month', 'months', 2_629_800],
    ['week', 'weeks', 604_800],
    ['day', 'days', 86_400],
    ['hour', 'hours', 3_600],
    ['min', 'min', 60],
];

// The UI is English, but dates and times follow the locale of the reader: order of the parts, 12 or 24 hours.
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const withZone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const namedDay = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const second = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Formats the distance from now in the largest suitable unit. */
export function ago(time: string | Date): string {
    const seconds = (new Date(time).getTime() - Date.now()) / 1000;
    const isPast = seconds <= 0;
    for (const [unit, units, size] of STEPS) {
        const count = Math.floor(Math.abs(seconds) / size);
        if (count === 0) continue;
        const span = `${count} ${count === 1 ? unit : units}`;
        return isPast ? `${span} ago` : `in ${span}`;
    }
    return isPast ? 'just now' : 'in a moment';
}

export const exactTime = (time: string | Date) => second.format(new Date(time));
export const timeOfDay = (time: string | Date) => clock.format(new Date(time));
/** The exact time with its time zone. */
export const exactMoment = (time: string | Date) => withZone.format(new Date(time));
export const exactAndRelative = (time: string | Date) => `${exactMoment(time)}, ${ago(time)}`;
export const dateTime = (time: string | Date) => whole.format(new Date(time));
export const day = (time: string | Date) => dayOnly.format(new Date(time));
/** Formats a day such as `2026-11-18`. */
export const shortDayWithWeekday = (text: string) => namedDay.format(new Date(text));
export const shortDay = (time: string | Date) => dayAndMonth.format(new Date(time));

/** Formats a day relative to today. */
export function formatDay(time: string | Date): string {
    const date = new Date(time).toDateString();
    const now = new Date();
    if (date === now.toDateString()) return 'Today';
    now.setDate(now.getDate() - 1);
    return date === now.toDateString() ? 'Yesterday' : day(time);
}

interface Props extends TextProps {
    at: string | null | undefined;
    never?: string;
}

/** A relative time with the exact time in a tooltip. */
export function RelativeTime({ at, never = 'never', ...text }: Props) {
    if (!at) {
        return (
            <Text component="span" size="sm" c="dimmed" {...text}>
                {never}
            </Text>
        );
    }
    return (
        <Tooltip label={exactMoment(at)}>
            <Text component="time" dateTime={at} size="sm" {...text}>
                {ago(at)}
            </Text>
        </Tooltip>
    );
}

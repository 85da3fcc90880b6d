import { Text, type TextProps, Tooltip } from '@mantine/core';

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export function ago(time: string | Date): string {
    const seconds = (new Date(time).getTime() - Date.now()) / 1000;
    for (const [unit, size] of STEPS) {
        if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
    }
    return seconds > 0 ? 'in a moment' : 'just now';
}

export const dateTime = (time: string | Date) => whole.format(new Date(time));
export const day = (time: string | Date) => dayOnly.format(new Date(time));

interface Props extends TextProps {
    at: string | null | undefined;
    never?: string;
}

/** A moment as people say it, with the exact time for whoever asks. */
export function When({ at, never = 'never', ...text }: Props) {
    if (!at) {
        return (
            <Text component="span" size="sm" c="dimmed" {...text}>
                {never}
            </Text>
        );
    }
    return (
        <Tooltip label={dateTime(at)}>
            <Text component="time" dateTime={at} size="sm" {...text}>
                {ago(at)}
            </Text>
        </Tooltip>
    );
}

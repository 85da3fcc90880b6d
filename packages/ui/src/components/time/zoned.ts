import { localTime } from '@halyard/engine';

/** The local time of a zone at an instant: “2026-11-20T18:00”. */
export const localIn = (zone: string, instant: string | Date): string => localTime(new Date(instant), zone);

/**
 * Returns the instant of a local time in a zone; undefined while the input is incomplete. A time skipped in spring maps to an hour
 * later, a time repeated in autumn to its first occurrence.
 */
export function instantIn(zone: string, local: string): string | undefined {
    const target = Date.parse(`${local}Z`);
    if (Number.isNaN(target)) return undefined;
    const shift = (at: number) => Date.parse(`${localIn(zone, new Date(at))}Z`) - Math.floor(at / 60_000) * 60_000;
    // The UTC offsets of the zone before and after a nearby clock change.
    const [before, after] = [shift(target - 86_400_000), shift(target + 86_400_000)];
    const instant = [target - before, target - after].find((at) => at + shift(at) === target);
    return new Date(instant ?? target - before).toISOString();
}

/** Formats an instant in the local time of a zone, in the locale of the reader: “Fri, Nov 20, 6:00 PM (America/New_York)”. */
export function inZone(zone: string, instant: string | Date, locale?: string): string {
    const format = new Intl.DateTimeFormat(locale, {
        timeZone: zone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        ...(new Date(instant).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    });
    return `${format.format(new Date(instant))} (${zone})`;
}

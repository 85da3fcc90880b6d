import { hourCycle } from './clock.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
    let format = formats.get(zone);
    if (!format) {
        format = new Intl.DateTimeFormat('en-CA', {
            timeZone: zone,
            hourCycle: 'h23',
            year: 'numeric',
            month: '2-digit',
            day: '2-digit',
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
        });
        formats.set(zone, format);
    }
    return format;
}

/** The local time of a zone at an instant: “2026-11-20T18:00”. */
export function localIn(zone: string, instant: string | Date): string {
    const parts = new Map(
        formatIn(zone)
            .formatToParts(new Date(instant))
            .map(({ type, value }) => [type, value]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * The instant at which the clocks of a zone show this; undefined while it is not whole. What they skip in spring counts as
 * an hour later, and of what they show twice in autumn the first counts.
 */
export function instantIn(zone: string, local: string): string | undefined {
    const wanted = Date.parse(`${local}Z`);
    if (Number.isNaN(wanted)) return undefined;
    const shift = (at: number) => Date.parse(`${localIn(zone, new Date(at))}Z`) - Math.floor(at / 60_000) * 60_000;
    // The zone's distance from UTC before and after whatever change is near.
    const [before, after] = [shift(wanted - 86_400_000), shift(wanted + 86_400_000)];
    const found = [wanted - before, wanted - after].find((at) => at + shift(at) === wanted);
    return new Date(found ?? wanted - before).toISOString();
}

/** An instant in the local time of a zone: “Fri, Nov 20, 18:00”; 12 or 24 hours as in the reader's locale. */
export function inZone(zone: string, instant: string | Date, clock = hourCycle): string {
    return new Intl.DateTimeFormat('en', {
        timeZone: zone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: clock,
        ...(new Date(instant).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    }).format(new Date(instant));
}

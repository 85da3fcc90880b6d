/** A point in time in URLs and API requests: a revision number, or an ISO timestamp with its zone. Undefined means now. */
export type AsOf = string | undefined;

export const isRevision = (asOf: string) => /^\d+$/.test(asOf);

const two = (number: number) => String(number).padStart(2, '0');

/** Formats an instant for a `datetime-local` input in the browser's time zone. Empty for an invalid date. */
export function toLocalInput(instant: string | Date): string {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return '';
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
    return date.getSeconds() > 0 ? `${day}T${time}:${two(date.getSeconds())}` : `${day}T${time}`;
}

/** Returns the entered instant; undefined while the input is incomplete. */
export function fromLocalInput(text: string): string | undefined {
    // Without a zone, `Date` parses the text in the browser's time zone.
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The day of an instant in the browser's time zone: `2026-11-18`. */
export const localDay = (instant: string | Date): string => toLocalInput(instant).slice(0, 10);

/** The instant at which a day such as `2026-11-18` starts in the browser's time zone, or a later day. Undefined for other text. */
export function startOfDay(day: string, daysLater = 0): string | undefined {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + daysLater);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The browser's time zone at an instant: “Europe/Oslo, UTC+01:00”. */
export function zoneAt(instant: string | Date): string {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const minutes = -new Date(instant).getTimezoneOffset();
    if (timeZone === 'UTC') return 'UTC';
    const size = Math.abs(minutes);
    return `${timeZone}, UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A moment as addresses and the service hold it: a revision in digits, or an instant with its zone. Undefined: now. */
export type AsOf = string | undefined;

export const isRevision = (asOf: string) => /^\d+$/.test(asOf);

const two = (number: number) => String(number).padStart(2, '0');

/** An instant as an input for date and time holds it, in the zone of the browser. Empty for what is none. */
export function toLocalInput(instant: string | Date): string {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return '';
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
    return date.getSeconds() > 0 ? `${day}T${time}:${two(date.getSeconds())}` : `${day}T${time}`;
}

/** The instant that someone entered, undefined while it is not whole. */
export function fromLocalInput(text: string): string | undefined {
    // Without a zone, it is read in that of the browser.
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The browser's zone at an instant: “Europe/Oslo, UTC+01:00”. */
export function zoneAt(instant: string | Date): string {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const minutes = -new Date(instant).getTimezoneOffset();
    if (timeZone === 'UTC') return 'UTC';
    const size = Math.abs(minutes);
    return `${timeZone}, UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The local time in a time zone at an instant: `2026-12-20T18:00`. The platform knows the time zones; a date library would only wrap
 * this call.
 */
export function localTime(instant: Date, timeZone: string): string {
    let format = formats.get(timeZone);
    if (!format) {
        format = new Intl.DateTimeFormat('en-US', {
            timeZone,
            calendar: 'gregory',
            numberingSystem: 'latn',
            hourCycle: 'h23',
            year: 'numeric',
            month: '2-digit',
            day: '2-digit',
            hour: '2-digit',
            minute: '2-digit',
        });
        // Names differ in case, so there are more names than zones.
        if (formats.size > 1000) formats.clear();
        formats.set(timeZone, format);
    }
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

export type HourCycle = NonNullable<Intl.DateTimeFormatOptions['hourCycle']>;

/** The 12-hour or 24-hour clock of the user's locale. The UI is English, but times follow the locale. */
export const { hourCycle = 'h23' }: { hourCycle?: HourCycle } = new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
}).resolvedOptions();

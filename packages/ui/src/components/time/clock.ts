export type HourCycle = NonNullable<Intl.DateTimeFormatOptions['hourCycle']>;

/** Twelve hours or twenty-four, as the person's own language has it: everything here is said in English, the clock is theirs. */
export const { hourCycle = 'h23' }: { hourCycle?: HourCycle } = new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
}).resolvedOptions();

import type { FreezeWindow } from './approvals.queries.ts';

/** A weekly time range, such as Friday 18:00 to Monday 08:00. Days are numbered from 1 for Monday. */
export interface WeeklyWindow {
    timeZone: string;
    fromDay: number;
    from: string;
    toDay: number;
    to: string;
}

export type FrozenDates = Omit<FreezeWindow, 'days'>;

const DAY = 24 * 60;
const WEEK = 7 * DAY;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number) =>
    `${String(Math.floor((minutes % DAY) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const dayOf = (minutes: number) => (Math.floor(minutes / DAY) % 7) + 1;

/**
 * Converts a range to the format of the service, where each entry ends within 24 hours. A longer range becomes several adjacent
 * entries.
 */
export function toFrozen({ timeZone, fromDay, from, toDay, to }: WeeklyWindow): FreezeWindow[] {
    const begin = (fromDay - 1) * DAY + minutesOf(from);
    const end = (toDay - 1) * DAY + minutesOf(to);
    const length = (end - begin + WEEK) % WEEK || WEEK;
    const whole = Math.floor(length / DAY);
    const dayAfter = (days: number) => ((fromDay - 1 + days) % 7) + 1;
    const wholeDays = Array.from({ length: whole }, (_, index) => dayAfter(index)).toSorted((a, b) => a - b);
    return [
        ...(whole > 0 ? [{ timeZone, days: wholeDays, from, to: from }] : []),
        ...(length % DAY > 0 ? [{ timeZone, days: [dayAfter(whole)], from, to }] : []),
    ];
}

/** Merges adjacent entries to ranges. */
export function toWeeklyWindows(frozen: readonly FreezeWindow[]): WeeklyWindow[] {
    const zones = new Set(frozen.flatMap(({ timeZone, days }) => (days ? [timeZone] : [])));
    return [...zones].flatMap((timeZone) =>
        merged(frozen.filter((each) => each.timeZone === timeZone).flatMap(intervalsOf)).map(([begin, end]) => ({
            timeZone,
            fromDay: dayOf(begin),
            from: timeOf(begin),
            toDay: dayOf(end),
            to: timeOf(end),
        })),
    );
}

type Interval = [begin: number, end: number];

const intervalsOf = ({ days = [], from, to }: FreezeWindow): Interval[] =>
    days.map((day) => {
        const begin = (day - 1) * DAY + minutesOf(from);
        return [begin, begin + ((minutesOf(to) - minutesOf(from) + DAY) % DAY || DAY)];
    });

function merged(intervals: Interval[]): Interval[] {
    const result: Interval[] = [];
    for (const [begin, end] of intervals.toSorted(([a], [b]) => a - b)) {
        const last = result.at(-1);
        if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
        else result.push([begin, end]);
    }
    const [first, last] = [result[0], result.at(-1)];
    // A range at the end of the week continues at its beginning.
    if (first && last && first !== last && last[1] - WEEK >= first[0]) {
        last[1] = Math.max(last[1], first[1] + WEEK);
        result.shift();
    }
    return result;
}

import { localTime } from '@halyard/engine';
import { invalid } from '../../../core/errors/errors.ts';
import type { ApprovalRules, FrozenTime } from './approval-rules.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

/** Describes the defect of a frozen time; undefined for a valid one. */
export function findFrozenTimeProblem({
    timeZone,
    from,
    to,
    days,
}: FrozenTime): { message: string; member: string } | undefined {
    if (!isTimeZone(timeZone)) {
        return { message: `There is no time zone ${timeZone}. Use one such as Europe/Oslo.`, member: 'timeZone' };
    }
    const isTime = (text: string) =>
        days ? TIME_OF_DAY.test(text) : LOCAL_TIME.test(text) && asUtc(text) !== undefined;
    const member = !isTime(from) ? 'from' : !isTime(to) ? 'to' : undefined;
    const example = days ? 'a time of day such as 18:00' : 'a local time such as 2026-12-20T18:00';
    if (member) return { message: `\`${member}\` must be ${example}.`, member };
    if (!days && from >= to) return { message: '`to` must be later than `from`.', member: 'to' };
    return undefined;
}

export function isTimeZone(name: string): boolean {
    try {
        new Intl.DateTimeFormat('en', { timeZone: name });
        return true;
    } catch {
        return false;
    }
}

/** Returns the end of the frozen time that contains the instant, as text; undefined if changes may be applied. */
export function findFrozenTime({ frozen = [] }: ApprovalRules, instant: Date): { until: string } | undefined {
    for (const each of frozen) {
        const until = endOf(each, localTime(instant, each.timeZone));
        if (until !== undefined) return { until: `${until.replace('T', ' ')} (${each.timeZone})` };
    }
    return undefined;
}

/** The freeze windows that can follow each other without a gap before they are considered endless: a year of days. */
const MAX_WINDOWS = 366;

/** Returns the first instant from this one on that no frozen time contains; undefined if there is none. */
export function afterFreezes({ frozen = [] }: ApprovalRules, instant: Date): Date | undefined {
    let at = instant;
    for (let windows = 0; windows < MAX_WINDOWS; windows++) {
        const window = frozen.find((each) => endOf(each, localTime(at, each.timeZone)) !== undefined);
        if (!window) return at;
        const end = instantOf(endOf(window, localTime(at, window.timeZone))!, window.timeZone);
        // A local time that daylight saving skips or repeats may not be later.
        at = new Date(Math.max(end, at.getTime() + MINUTE));
    }
    return undefined;
}

function instantOf(local: string, timeZone: string): number {
    const wanted = asUtc(local)!;
    const offsetAt = (instant: number) => asUtc(localTime(new Date(instant), timeZone))! - instant;
    return wanted - offsetAt(wanted - offsetAt(wanted));
}

/** Rejects an instant at which the rules of the environment forbid changes. */
export function rejectInFrozenTime(
    { environment, rules }: { environment: string; rules: ApprovalRules },
    instant: Date,
    path?: string,
): void {
    const frozen = findFrozenTime(rules, instant);
    if (!frozen) return;
    throw invalid(`Nothing is applied in ${environment} before ${frozen.until}. Choose a later time.`, path);
}

/** Returns the local end of a frozen time that contains the local time. Local times make daylight saving irrelevant. */
function endOf({ from, to, days }: FrozenTime, now: string): string | undefined {
    if (!days) return from <= now && now < to ? to : undefined;
    const today = asUtc(`${now.slice(0, 10)}T00:00`)!;
    // A frozen time that began yesterday may end today.
    for (const day of [today, today - DAY]) {
        if (!days.includes(weekdayOf(day))) continue;
        const ends = minutesOf(to) > minutesOf(from) ? day : day + DAY;
        const [begin, end] = [`${dateOf(day)}T${from}`, `${dateOf(ends)}T${to}`];
        if (begin <= now && now < end) return end;
    }
    return undefined;
}

/** Treats a local time as UTC for calendar arithmetic. Returns undefined if the day does not exist. */
function asUtc(local: string): number | undefined {
    const at = Date.parse(`${local}Z`);
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== local.slice(0, 10) ? undefined : at;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** 1 is Monday. */
const weekdayOf = (at: number) => new Date(at).getUTCDay() || 7;
const minutesOf = (time: string) => (Date.parse(`1970-01-01T${time}Z`) / MINUTE) | 0;

import { listed } from '../../../components/text/listed.ts';
import { count } from '../../../components/text/numbers.ts';
import { localFormats } from '../../../components/time/calendar-days.ts';
import type { ApprovalRules, MoreApprovals } from './approvals.queries.ts';
import { type FrozenDates, toWeeklyWindows, type WeeklyWindow } from './frozen-weeks.ts';

/** The names of groups and users that the reader may see. */
interface Names {
    group: (id: number) => string | undefined;
    person: (id: number) => string | undefined;
}

interface RuleSummaryInput {
    environment: string;
    isOn: boolean;
    approvals: number;
    rules: ApprovalRules;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The name of a day by its number in the week, from 1 for Monday. */
export const dayName = (day: number) => DAYS[(day - 1) % 7] ?? '';

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const small = (number: number) => NUMBER_WORDS[number] ?? String(number);
const approvalsOf = (number: number) => count(number, 'approval');

/** Describes the rules of an environment; times follow the reader's locale. */
export function ruleSentences(
    { environment, isOn, approvals, rules }: RuleSummaryInput,
    names: Names,
    locale?: string,
): string[] {
    if (!isOn) return [`In ${environment}, changes by users with the permission take effect immediately.`];
    const from = (rules.groups ?? []).map(
        ({ group, approvals: some }) => `${small(some)} from ${names.group(group) ?? `group ${group}`}`,
    );
    const frozen = freezeSentences(rules.frozen ?? [], localFormats(locale));
    const first = [
        `In ${environment} a change needs ${[approvalsOf(approvals), ...from].join(', ')}`,
        ...(frozen.length > 0 ? [`nothing goes live ${listed(frozen, 'nor')}`] : []),
    ];
    const sentences = [
        first.join('; '),
        ...(rules.additionalApprovals ?? []).map(
            ({ when, approvals: some }) => `${moreApprovalsSentence(when)} needs ${approvalsOf(some)}`,
        ),
    ];
    const others = [
        ...(rules.excludedApprovers?.users ?? []).map((id) => names.person(id) ?? `user ${id}`),
        ...(rules.excludedApprovers?.groups ?? []).map((id) => names.group(id) ?? `group ${id}`),
    ];
    if (rules.turnOffWithoutApproval) sentences.push('Turning a flag off needs no approval');
    if (others.length > 0) sentences.push(`Approvals by ${listed(others)} do not count`);
    sentences.push(
        rules.selfApproval ? 'Authors can approve their own changes' : 'Authors cannot approve their own changes',
    );
    if (rules.reasonRequired)
        sentences.push('A reason is required to send a request to review, and to bypass approval');
    sentences.push(BYPASS[rules.bypass ?? 'allowed']);
    return sentences.map((sentence) => `${sentence}.`);
}

/** Describes who may bypass approvals. */
const BYPASS: Record<NonNullable<ApprovalRules['bypass']>, string> = {
    allowed: 'Administrators and users with the permission to skip change requests can bypass approval',
    'break-glass':
        'In an emergency, users with the permission to skip change requests can apply their own immediately, with a reason',
    nobody: 'Nobody can bypass approval, not even administrators',
};

function moreApprovalsSentence({ changesMoreThanPercent, tag, flagType }: MoreApprovals['when']): string {
    const all = [
        ...(changesMoreThanPercent === undefined ? [] : [`that affects more than ${changesMoreThanPercent}% of users`]),
        ...(tag === undefined ? [] : [`of a flag tagged ${tag}`]),
        ...(flagType === undefined ? [] : [`of a flag of type ${flagType}`]),
    ];
    return `A change ${listed(all)}`;
}

function freezeSentences(frozen: NonNullable<ApprovalRules['frozen']>, clock: Clock): string[] {
    return [
        ...toWeeklyWindows(frozen).map((stretch) => weeklySentence(stretch, clock)),
        ...frozen.filter(({ days }) => !days).map((dates) => datesSentence(dates, clock)),
    ];
}

const weeklySentence = ({ timeZone, fromDay, from, toDay, to }: WeeklyWindow, { time }: Clock) =>
    fromDay === toDay && from < to
        ? `on ${dayName(fromDay)} from ${time(from)} to ${time(to)} (${timeZone})`
        : `from ${dayName(fromDay)} ${time(from)} to ${dayName(toDay)} ${time(to)} (${timeZone})`;

const datesSentence = ({ timeZone, from, to }: FrozenDates, { moment }: Clock) =>
    `from ${moment(from)} to ${moment(to)} (${timeZone})`;

/** The format of times without a zone, which is shown next to them. */
type Clock = ReturnType<typeof localFormats>;

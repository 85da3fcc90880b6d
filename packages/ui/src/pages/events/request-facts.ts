import type { ListedEvent } from '../../api/types.ts';
import { inZone } from '../../components/time/zoned.ts';
import { changeAction } from '../change-requests/request/change-actions.ts';
import { addedAndRemoved, asRecord, type Fact, list, type NameLookup, text } from './reading.ts';

type EventData = Pick<ListedEvent, 'data' | 'preData'>;

/** The details of a change request event: title, comment, schedule and proposed changes. */
export function requestFacts({ data, preData }: EventData, names: NameLookup): Fact[] {
    const [before, after] = [asRecord(preData), asRecord(data)];
    const { title, text: comment, comment: extraComment, reason, scheduledDate, scheduledAt, timeZone } = after;
    const when = text(scheduledDate) || text(scheduledAt);
    const remark = text(comment) || text(extraComment) || text(reason);
    const people = (state: Record<string, unknown>) =>
        list(state['reviewers']).map((id) => names.person(Number(id)) ?? `user ${text(id)}`);
    return [
        ...(title ? [{ after: text(title) }] : []),
        ...(when ? [{ what: 'at', after: inZone(text(timeZone) || 'UTC', when) }] : []),
        ...changePair(before, after),
        ...addedAndRemoved(people(before), people(after), 'reviewer'),
        ...(remark ? [{ after: `“${remark}”` }] : []),
    ];
}

function changePair(before: Record<string, unknown>, after: Record<string, unknown>): Fact[] {
    const [was, is] = [proposed(before['change']), proposed(after['change'])];
    if (was === is) return is ? [{ after: is }] : [];
    return [{ ...(was && { before: was }), ...(is && { after: is }) }];
}

/** Describes a proposed change briefly: the action and the flag. */
function proposed(change: unknown): string {
    const { action, feature, payload } = asRecord(change);
    const flag = text(feature);
    const brief = changeAction(text(action))?.brief;
    if (brief) return brief(flag, asRecord(payload));
    // Splits camel case: `addStrategy` becomes `add strategy`.
    const words = text(action)
        .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .trim();
    return [words, flag].filter(Boolean).join(' of ');
}

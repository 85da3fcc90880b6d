import { isEmptyValue } from '../../../components/diff/differences.ts';

/** The name of a member in words: `parameters.groupId` is "group id". */
export const memberName = (member: string) =>
    member.replace(/^parameters\./, '').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The value of a member for people: a share with its unit, yes or no instead of true or false. */
export function memberValue(member: string, value: unknown): string {
    if (isEmptyValue(value)) return '—';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'object') return JSON.stringify(value);
    return member === 'parameters.rollout' ? `${value} %` : String(value);
}

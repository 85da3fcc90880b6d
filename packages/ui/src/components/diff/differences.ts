import { isRecord } from '@halyard/engine';
export interface TextDifference {
    path: string;
    before: unknown;
    after: unknown;
}

/** Returns the differences between two values, member by member. */
export function differences(before: unknown, after: unknown, path = ''): TextDifference[] {
    if (Object.is(before, after)) return [];
    if (isRecord(before) && isRecord(after)) {
        const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
        return members.flatMap((member) =>
            differences(before[member], after[member], path ? `${path}.${member}` : member),
        );
    }
    if (Array.isArray(before) && Array.isArray(after)) {
        const length = Math.max(before.length, after.length);
        return Array.from({ length }, (_, index) =>
            differences(before[index], after[index], `${path}[${index + 1}]`),
        ).flat();
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{ path, before, after }];
}

/** Whether a value is empty for display: an empty string or an empty list. */
export const isEmptyValue = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

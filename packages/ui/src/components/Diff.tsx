import { Text } from '@mantine/core';
import classes from './Diff.module.css';

export interface Difference {
    path: string;
    before: unknown;
    after: unknown;
}

/** Where two values differ, member by member. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

/** What changed, as lines that went and lines that came. */
export function Diff({ before, after }: { before: unknown; after: unknown }) {
    const changes = differences(before ?? {}, after ?? {}).filter(
        ({ before: was, after: is }) => !(isNothing(was) && isNothing(is)),
    );
    if (changes.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                Nothing differs.
            </Text>
        );
    }
    return (
        <dl className={classes['diff']}>
            {changes.map(({ path, before: was, after: is }) => (
                <div key={path} className={classes['row']}>
                    <dt>{path || 'value'}</dt>
                    <dd>
                        {!isNothing(was) && <del>{shown(was)}</del>}
                        {!isNothing(is) && <ins>{shown(is)}</ins>}
                    </dd>
                </div>
            ))}
        </dl>
    );
}

const isNothing = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

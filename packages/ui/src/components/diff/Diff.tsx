import { Text } from '@mantine/core';
import classes from './Diff.module.css';
import { differences, isEmptyValue } from './differences.ts';

/** Shows removed and added lines. */
export function Diff({ before, after }: { before: unknown; after: unknown }) {
    const changes = differences(before ?? {}, after ?? {}).filter(
        ({ before: was, after: is }) => !(isEmptyValue(was) && isEmptyValue(is)),
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
                        {!isEmptyValue(was) && <del>{shown(was)}</del>}
                        {!isEmptyValue(is) && <ins>{shown(is)}</ins>}
                    </dd>
                </div>
            ))}
        </dl>
    );
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

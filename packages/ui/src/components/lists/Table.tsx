import { ActionIcon, Button, Checkbox, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../text/numbers.ts';
import { type SortValue, sortRows } from './order.ts';
import classes from './Table.module.css';
import { toggled } from './toggled.ts';

export interface TableColumn<T> {
    title: string;
    cell: (row: T) => ReactNode;
    /** Makes the column sortable. */
    sort?: (row: T) => SortValue;
    width?: number | string;
    align?: 'right';
    /** On small screens the row becomes a card; this cell is its heading. */
    isMain?: boolean;
    isHiddenTitle?: boolean;
    /** Hidden on small screens. */
    isExtra?: boolean;
}

interface Props<T> {
    label: string;
    rows: readonly T[];
    columns: TableColumn<T>[];
    /** The buttons of a row, in the last column. */
    actions?: (row: T) => ReactNode;
    actionsWidth?: number;
    rowKey: (row: T) => string | number;
    /** The searchable text of a row. Without it, the table has no search field. */
    find?: (row: T) => string;
    tools?: ReactNode;
    empty?: ReactNode;
    selection?: {
        has: (key: string | number) => boolean;
        toggle: (key: string | number) => void;
        /** By default, all rows can be selected. */
        canSelect?: (key: string | number) => boolean;
    };
    /** The content below an opened row; undefined for rows that cannot be opened. */
    detail?: (row: T) => ReactNode;
    /** Whether rows are open initially. */
    isOpen?: boolean;
}

/** The number of rows rendered initially. Users search longer lists instead of scrolling. */
const INITIAL_ROWS = 200;

/** A table with all rows in memory. It renders the first rows that match the search. */
export function Table<T>(props: Props<T>) {
    const { label, rows, rowKey, find, tools, empty, selection, detail, isOpen = false } = props;
    const { actions, actionsWidth: width } = props;
    const columns: TableColumn<T>[] = actions
        ? [...props.columns, { title: 'Actions', isHiddenTitle: true, width, cell: actions }]
        : props.columns;
    // The row that the link refers to.
    const { find: linkedRow = '' } = useSearch({ strict: false });
    const [query, setQuery] = useState(find ? linkedRow : '');
    const [sorted, setSorted] = useState<{ title: string; isDown: boolean }>();
    const [most, setMost] = useState(INITIAL_ROWS);
    /** Rows that are not in their initial state. */
    const [reversed, setReversed] = useState<ReadonlySet<string | number>>(new Set());
    // biome-ignore lint/correctness/useExhaustiveDependencies: columns and find are new on each render, with the same meaning
    const matches = useMemo(() => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        const matching = rows.filter((row) => {
            const text = find?.(row).toLowerCase() ?? '';
            return words.every((word) => text.includes(word));
        });
        const by = columns.find(({ title }) => title === sorted?.title)?.sort;
        return by ? sortRows(matching, by, { isDown: sorted?.isDown ?? false }) : matching;
    }, [rows, query, sorted]);
    const shown = matches.slice(0, most);
    const sortBy = (title: string) =>
        setSorted((before) => ({ title, isDown: before?.title === title ? !before.isDown : false }));

    return (
        <div className={classes['frame']}>
            {(find || tools) && (
                <div className={classes['tools']}>
                    {find && (
                        <TextInput
                            aria-label={`Search ${label.toLowerCase()}`}
                            placeholder="Search"
                            data-finds="at-once"
                            leftSection={<IconSearch size={15} />}
                            value={query}
                            onChange={(event) => setQuery(event.currentTarget.value)}
                            w={240}
                        />
                    )}
                    {tools}
                </div>
            )}
            <table className={classes['table']} aria-label={label}>
                <thead>
                    <tr>
                        {selection && (
                            <th style={{ width: 36 }}>
                                <span className={classes['hidden']}>Selected</span>
                            </th>
                        )}
                        {columns.map((column) => (
                            <th
                                key={column.title}
                                style={{ width: column.width }}
                                data-align={column.align}
                                data-extra={column.isExtra}
                                aria-sort={
                                    sorted?.title === column.title
                                        ? sorted.isDown
                                            ? 'descending'
                                            : 'ascending'
                                        : undefined
                                }
                            >
                                {column.sort ? (
                                    <UnstyledButton className={classes['sort']} onClick={() => sortBy(column.title)}>
                                        {column.title}
                                        {sorted?.title === column.title &&
                                            (sorted.isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
                                    </UnstyledButton>
                                ) : (
                                    <span className={column.isHiddenTitle ? classes['hidden'] : undefined}>
                                        {column.title}
                                    </span>
                                )}
                            </th>
                        ))}
                        {detail && (
                            <th style={{ width: 44 }}>
                                <span className={classes['hidden']}>Details</span>
                            </th>
                        )}
                    </tr>
                </thead>
                <tbody>
                    {shown.map((row) => {
                        const key = rowKey(row);
                        const more = detail?.(row);
                        const isOpened = Boolean(more) && reversed.has(key) !== isOpen;
                        return (
                            <Fragment key={key}>
                                <tr>
                                    {selection && (
                                        <td data-select>
                                            {(selection.canSelect?.(key) ?? true) && (
                                                <Checkbox
                                                    size="xs"
                                                    aria-label={`Select ${key}`}
                                                    checked={selection.has(key)}
                                                    onChange={() => selection.toggle(key)}
                                                />
                                            )}
                                        </td>
                                    )}
                                    {columns.map((column) => (
                                        <td
                                            key={column.title}
                                            data-title={column.isHiddenTitle ? undefined : column.title}
                                            data-main={column.isMain || undefined}
                                            data-actions={
                                                (column.isHiddenTitle && column === columns.at(-1)) || undefined
                                            }
                                            data-align={column.align}
                                            data-extra={column.isExtra}
                                        >
                                            {column.cell(row)}
                                        </td>
                                    ))}
                                    {detail && (
                                        <td data-actions>
                                            {more && (
                                                <ActionIcon
                                                    size="sm"
                                                    aria-label={`Details of ${key}`}
                                                    aria-expanded={isOpened}
                                                    onClick={() => setReversed(toggled(reversed, key))}
                                                >
                                                    {isOpened ? (
                                                        <IconChevronUp size={15} />
                                                    ) : (
                                                        <IconChevronDown size={15} />
                                                    )}
                                                </ActionIcon>
                                            )}
                                        </td>
                                    )}
                                </tr>
                                {isOpened && (
                                    <tr>
                                        <td colSpan={columns.length + Number(selection !== undefined) + 1}>
                                            <div className={classes['detail']}>{more}</div>
                                        </td>
                                    </tr>
                                )}
                            </Fragment>
                        );
                    })}
                </tbody>
            </table>
            {matches.length > most && (
                <div className={classes['none']}>
                    <Button variant="default" size="xs" onClick={() => setMost(most + INITIAL_ROWS)}>
                        Show more of {formatNumber(matches.length)}
                    </Button>
                </div>
            )}
            {shown.length === 0 && (
                <div className={classes['none']}>{rows.length === 0 && empty ? empty : 'Nothing matches.'}</div>
            )}
        </div>
    );
}

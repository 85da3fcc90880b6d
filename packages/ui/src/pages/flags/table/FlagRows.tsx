import { Checkbox, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useChangeBlock } from '../../../api/connection.ts';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { FlagRow, type RowActions, type ShownFlag } from './FlagRow.tsx';
import classes from './FlagTable.module.css';
import { sortByEnvironment } from './flag-search.ts';

interface Sorting {
    sort?: string | undefined;
    isDown?: boolean | undefined;
}

interface Props {
    flags: readonly ShownFlag[];
    environments: { name: string; type: string }[];
    /** The environments in which changes need approval. */
    guarded?: readonly string[];
    /** The current sort key. */
    sorting: Sorting;
    onSort: (sorting: Sorting) => void;
    selected: ReadonlySet<string>;
    /** Undefined if rows cannot be selected. */
    onSelect: ((names: ReadonlySet<string>) => void) | undefined;
    /** The environments in which the user may toggle a flag. The set keeps its identity while its content is unchanged. */
    allowedFor: (flag: ShownFlag) => ReadonlySet<string>;
    /** A short description of a flag's pending changes. */
    pendingFor: (flag: ShownFlag) => string | undefined;
    actions: RowActions;
    /** For flags of all projects: shows columns about removable flags instead of the creation date. */
    isAcross?: boolean;
}

const ROW = 40;

/** The number of rows that are added and removed together while the user scrolls. */
const STEP = 4;

/** The rows change only with every fourth row: layout and painting take longer than a few more rows. */
function roundedRange(range: Range): number[] {
    const startIndex = Math.floor(range.startIndex / STEP) * STEP;
    const endIndex = Math.ceil((range.endIndex + 1) / STEP) * STEP - 1;
    return defaultRangeExtractor({ ...range, startIndex, endIndex });
}

/** Up to this number of environments, all other columns fit. */
const MAX_ENVIRONMENTS = 4;

/** A list of flags. */
export function FlagRows(props: Props) {
    const { flags, environments, guarded = [], selected, onSelect, isAcross = false } = props;
    const areAllSelected = flags.length > 0 && flags.every(({ name }) => selected.has(name));

    const sorting = { sorting: props.sorting, onSort: props.onSort };
    return (
        <table
            className={classes['table']}
            data-crowded={environments.length > MAX_ENVIRONMENTS || undefined}
            data-across={isAcross || undefined}
            style={{ '--environments': environments.length }}
            aria-rowcount={flags.length + 1}
            aria-label="Flags"
        >
            <thead>
                <tr>
                    <th className={classes['select']}>
                        {onSelect && (
                            <Checkbox
                                size="xs"
                                aria-label="Select all shown flags"
                                checked={areAllSelected}
                                indeterminate={!areAllSelected && selected.size > 0}
                                onChange={() =>
                                    onSelect(areAllSelected ? new Set() : new Set(flags.map(({ name }) => name)))
                                }
                            />
                        )}
                    </th>
                    <th className={classes['star']}>
                        <span className="visually-hidden">Favourite</span>
                    </th>
                    <Heading by="name" className={classes['name']} {...sorting}>
                        Flag
                    </Heading>
                    {isAcross && (
                        <>
                            <Heading by="project" className={classes['project']} {...sorting}>
                                Project
                            </Heading>
                            <Heading by="owner" className={classes['owner']} {...sorting}>
                                Owner
                            </Heading>
                        </>
                    )}
                    <Heading by="stage" className={classes['stage']} {...sorting}>
                        Lifecycle
                    </Heading>
                    {environments.map(({ name, type }) => (
                        <Heading
                            key={name}
                            isProduction={type === 'production'}
                            by={sortByEnvironment(name)}
                            className={classes['environment']}
                            {...sorting}
                        >
                            <span className={classes['environmentName']}>
                                <EnvironmentMark type={type} width={13} />
                                <span className={classes['environmentLabel']}>{name}</span>
                                {guarded.includes(name) && (
                                    <IconLock size={12} role="img" aria-label="Changes need approval" />
                                )}
                            </span>
                        </Heading>
                    ))}
                    <Heading by="seen" className={classes['when']} {...sorting}>
                        Last seen
                    </Heading>
                    {isAcross ? (
                        <Heading by="answer" className={classes['answer']} {...sorting}>
                            Single value
                        </Heading>
                    ) : (
                        <Heading by="created" className={classes['created']} {...sorting}>
                            Created
                        </Heading>
                    )}
                </tr>
            </thead>
            <VisibleRows {...props} />
        </table>
    );
}

/** Only visible rows are in the DOM. The heading is outside, because this component renders while the user scrolls. */
function VisibleRows(props: Props) {
    const { flags, environments, selected, onSelect, allowedFor, pendingFor, actions, isAcross = false } = props;
    const block = useChangeBlock();
    const body = useRef<HTMLTableSectionElement>(null);
    const [offset, setOffset] = useState(0);
    useLayoutEffect(() => setOffset(body.current?.closest('table')?.offsetTop ?? 0), []);
    const rows = useWindowVirtualizer({
        count: flags.length,
        estimateSize: () => ROW,
        overscan: 6,
        rangeExtractor: roundedRange,
        // React may render later, so that scrolling is not blocked.
        useFlushSync: false,
        scrollMargin: offset,
        getItemKey: (index) => flags[index]?.name ?? index,
    });
    // Rows wrap only on small screens.
    const isSmall = useMediaQuery('(max-width: 700px)');
    const items = rows.getVirtualItems();
    const before = (items[0]?.start ?? offset) - offset;
    const after = rows.getTotalSize() + offset - (items.at(-1)?.end ?? offset);
    return (
        <tbody ref={body}>
            {before > 0 && (
                <tr data-spacer>
                    {/* A single column: a larger `colSpan` than visible columns would create extra columns that take up width. */}
                    <td style={{ height: before, padding: 0, border: 0 }} />
                </tr>
            )}
            {items.map(({ index, key }) => {
                const flag = flags[index];
                if (!flag) return null;
                return (
                    <FlagRow
                        key={key}
                        ref={isSmall ? rows.measureElement : undefined}
                        index={index}
                        flag={flag}
                        environments={environments}
                        allowed={allowedFor(flag)}
                        pending={pendingFor(flag)}
                        isSelected={onSelect ? selected.has(flag.name) : undefined}
                        actions={actions}
                        block={block}
                        isAcross={isAcross}
                    />
                );
            })}
            {after > 0 && (
                <tr data-spacer>
                    <td style={{ height: after, padding: 0, border: 0 }} />
                </tr>
            )}
        </tbody>
    );
}

interface HeadingProps extends Pick<Props, 'sorting' | 'onSort'> {
    /** The sort key of the column. */
    by: string;
    className: string | undefined;
    isProduction?: boolean;
    children: ReactNode;
}

function Heading({ by, className, sorting, onSort, isProduction = false, children }: HeadingProps) {
    const isSorted = sorting.sort === by;
    return (
        <th
            className={className}
            data-production={isProduction || undefined}
            aria-sort={isSorted ? (sorting.isDown ? 'descending' : 'ascending') : undefined}
        >
            <UnstyledButton
                className={classes['sort']}
                onClick={() => onSort({ sort: by, isDown: isSorted && !sorting.isDown ? true : undefined })}
            >
                {children}
                {isSorted && (sorting.isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
            </UnstyledButton>
        </th>
    );
}

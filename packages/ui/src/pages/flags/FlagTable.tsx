import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { useMay } from '../../components/may.ts';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { ago, dateTime } from '../../components/time.tsx';
import classes from './FlagTable.module.css';
import { FlagTypeIcon } from './FlagTypeMark.tsx';
import { useFavoriteFlag, useSetFlagEnabled } from './flag.queries.ts';
import type { FlagFilter } from './flag-filter.ts';

interface Props {
    projectId: string;
    flags: FlagOverview[];
    environments: { name: string; type: string }[];
    filter: FlagFilter;
    onFilter: (changes: FlagFilter) => void;
    selected: ReadonlySet<string>;
    onSelect: (names: ReadonlySet<string>) => void;
}

const ROW = 46;

/** All flags of a project. Only the rows in the window exist, so that thousands scroll like ten. */
export function FlagTable({ projectId, flags, environments, filter, onFilter, selected, onSelect }: Props) {
    const frame = useRef<HTMLTableElement>(null);
    const [offset, setOffset] = useState(0);
    useLayoutEffect(() => setOffset(frame.current?.offsetTop ?? 0), []);
    const rows = useWindowVirtualizer({
        count: flags.length,
        estimateSize: () => ROW,
        overscan: 12,
        scrollMargin: offset,
        getItemKey: (index) => flags[index]?.name ?? index,
    });
    const items = rows.getVirtualItems();
    const before = (items[0]?.start ?? offset) - offset;
    const after = rows.getTotalSize() + offset - (items.at(-1)?.end ?? offset);
    const columns = environments.length + 6;
    const areAllSelected = flags.length > 0 && flags.every(({ name }) => selected.has(name));

    const may = useMay();
    const allowed = useMemo(
        () =>
            new Set(
                environments
                    .filter(({ name }) => may('UPDATE_FEATURE_ENVIRONMENT', { project: projectId, environment: name }))
                    .map(({ name }) => name),
            ),
        [may, environments, projectId],
    );
    const actions = useActions({ projectId, selected, onSelect, onFilter });

    const heading = (key: string, label: React.ReactNode, className?: string) => {
        const isSorted = filter.sort === key;
        return (
            <th className={className} aria-sort={isSorted ? (filter.isDown ? 'descending' : 'ascending') : undefined}>
                <UnstyledButton
                    className={classes['sort']}
                    onClick={() => onFilter({ sort: key, isDown: isSorted && !filter.isDown ? true : undefined })}
                >
                    {label}
                    {isSorted && (filter.isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
                </UnstyledButton>
            </th>
        );
    };

    return (
        <table ref={frame} className={classes['table']} aria-rowcount={flags.length + 1} aria-label="Flags">
            <thead>
                <tr>
                    <th className={classes['select']}>
                        <Checkbox
                            size="xs"
                            aria-label="Select all shown flags"
                            checked={areAllSelected}
                            indeterminate={!areAllSelected && selected.size > 0}
                            onChange={() =>
                                onSelect(areAllSelected ? new Set() : new Set(flags.map(({ name }) => name)))
                            }
                        />
                    </th>
                    <th className={classes['star']}>
                        <span className="visually-hidden">Favourite</span>
                    </th>
                    {heading('name', 'Flag')}
                    {heading('type', 'Type', classes['type'])}
                    {environments.map(({ name, type }) => (
                        <EnvironmentHeading key={name}>
                            {heading(
                                name,
                                <span className={classes['environmentName']}>
                                    <EnvironmentMark type={type} width={13} />
                                    {name}
                                </span>,
                                classes['environment'],
                            )}
                        </EnvironmentHeading>
                    ))}
                    {heading('seen', 'Last seen', classes['when'])}
                    {heading('created', 'Created', classes['when'])}
                </tr>
            </thead>
            <tbody>
                {before > 0 && (
                    <tr data-spacer>
                        <td colSpan={columns} style={{ height: before, padding: 0, border: 0 }} />
                    </tr>
                )}
                {items.map(({ index, key }) => {
                    const flag = flags[index];
                    if (!flag) return null;
                    return (
                        <Row
                            key={key}
                            ref={rows.measureElement}
                            index={index}
                            flag={flag}
                            environments={environments}
                            allowed={allowed}
                            isSelected={selected.has(flag.name)}
                            actions={actions}
                        />
                    );
                })}
                {after > 0 && (
                    <tr data-spacer>
                        <td colSpan={columns} style={{ height: after, padding: 0, border: 0 }} />
                    </tr>
                )}
            </tbody>
        </table>
    );
}

/** What rows can do, the same object for as long as the table lives, so that rows need not be drawn again. */
function useActions({
    projectId,
    selected,
    onSelect,
    onFilter,
}: Pick<Props, 'projectId' | 'selected' | 'onSelect' | 'onFilter'>): Actions {
    const { mutate: setEnabled } = useSetFlagEnabled(projectId);
    const { mutate: setFavorite } = useFavoriteFlag(projectId);
    const latest = useRef({ selected, onSelect, onFilter, setEnabled, setFavorite });
    latest.current = { selected, onSelect, onFilter, setEnabled, setFavorite };
    return useMemo(
        () => ({
            select(name) {
                const next = new Set(latest.current.selected);
                if (!next.delete(name)) next.add(name);
                latest.current.onSelect(next);
            },
            favorite: ({ name, favorite }) => latest.current.setFavorite({ featureName: name, isFavorite: !favorite }),
            toggle: ({ name }, environment, enabled) =>
                latest.current.setEnabled({ featureName: name, environment, enabled }),
            filter: (changes) => latest.current.onFilter(changes),
        }),
        [],
    );
}

/** Only to give a heading made elsewhere its key. */
const EnvironmentHeading = ({ children }: { children: React.ReactNode }) => children;

interface Actions {
    select: (name: string) => void;
    favorite: (flag: FlagOverview) => void;
    toggle: (flag: FlagOverview, environment: string, enabled: boolean) => void;
    filter: (changes: FlagFilter) => void;
}

interface RowProps {
    ref: (element: HTMLTableRowElement | null) => void;
    index: number;
    flag: FlagOverview;
    environments: { name: string; type: string }[];
    /** The environments in which this user may turn flags on and off. */
    allowed: ReadonlySet<string>;
    isSelected: boolean;
    actions: Actions;
}

/** Made of plain elements and drawn again only when it changes: dozens appear with every turn of the wheel. */
const Row = memo(function Row({ ref, index, flag, environments, allowed, isSelected, actions }: RowProps) {
    return (
        <tr ref={ref} data-index={index} aria-rowindex={index + 2} data-selected={isSelected || undefined}>
            <td className={classes['select']}>
                <input
                    type="checkbox"
                    className={classes['check']}
                    aria-label={`Select ${flag.name}`}
                    checked={isSelected}
                    onChange={() => actions.select(flag.name)}
                />
            </td>
            <td className={classes['star']}>
                <button
                    type="button"
                    className={classes['favorite']}
                    aria-label={
                        flag.favorite ? `Remove ${flag.name} from your favourites` : `Make ${flag.name} a favourite`
                    }
                    aria-pressed={flag.favorite}
                    onClick={() => actions.favorite(flag)}
                >
                    {flag.favorite ? (
                        <IconStarFilled size={14} color="var(--mantine-color-brass-4)" />
                    ) : (
                        <IconStar size={14} />
                    )}
                </button>
            </td>
            <td className={classes['name']}>
                <Link
                    to="/projects/$projectId/features/$featureName"
                    params={{ projectId: flag.project, featureName: flag.name }}
                    preload={false}
                    title={flag.description ?? undefined}
                >
                    {flag.name}
                </Link>
                {flag.stale && (
                    <span
                        className={classes['stale']}
                        title="Someone marked it as stale, or it is older than flags of its type should be"
                    >
                        stale
                    </span>
                )}
                {flag.tags?.map(({ type, value }) => (
                    <button
                        key={`${type}:${value}`}
                        type="button"
                        className={classes['tag']}
                        onClick={() => actions.filter({ tag: `${type}:${value}` })}
                    >
                        {type === 'simple' ? value : `${type}:${value}`}
                    </button>
                ))}
            </td>
            <td className={classes['type']} title={`Type: ${flag.type}`}>
                <FlagTypeIcon type={flag.type} />
            </td>
            {environments.map(({ name, type }) => {
                const there = flag.environments.find((each) => each.name === name);
                return (
                    <td key={name} className={classes['environment']}>
                        <span className={classes['smallEnvironment']} aria-hidden="true">
                            <EnvironmentMark type={type} width={12} />
                            {name}
                        </span>
                        {there ? (
                            <input
                                type="checkbox"
                                role="switch"
                                className={classes['switch']}
                                aria-label={`${flag.name} in ${name}`}
                                title={
                                    allowed.has(name)
                                        ? undefined
                                        : `You need the permission UPDATE_FEATURE_ENVIRONMENT in ${name}.`
                                }
                                disabled={!allowed.has(name)}
                                checked={there.enabled}
                                aria-checked={there.enabled}
                                onChange={(event) => actions.toggle(flag, name, event.currentTarget.checked)}
                            />
                        ) : (
                            '–'
                        )}
                    </td>
                );
            })}
            <td className={classes['when']}>
                <Moment at={flag.lastSeenAt} />
            </td>
            <td className={classes['when']}>
                <Moment at={flag.createdAt} />
            </td>
        </tr>
    );
});

function Moment({ at }: { at: string | null }) {
    if (!at) return 'never';
    return (
        <time dateTime={at} title={dateTime(at)}>
            {ago(at)}
        </time>
    );
}

import { ActionIcon, Badge, Checkbox, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { When } from '../../components/time.tsx';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import classes from './FlagTable.module.css';
import { FlagTypeMark } from './FlagTypeMark.tsx';
import { useFavoriteFlag } from './flag.queries.ts';
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

    function toggle(name: string) {
        const next = new Set(selected);
        if (!next.delete(name)) next.add(name);
        onSelect(next);
    }

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
                        <tr
                            key={key}
                            ref={rows.measureElement}
                            data-index={index}
                            aria-rowindex={index + 2}
                            data-selected={selected.has(flag.name) || undefined}
                        >
                            <td className={classes['select']}>
                                <Checkbox
                                    size="xs"
                                    aria-label={`Select ${flag.name}`}
                                    checked={selected.has(flag.name)}
                                    onChange={() => toggle(flag.name)}
                                />
                            </td>
                            <td className={classes['star']}>
                                <FavoriteFlag projectId={projectId} flag={flag} />
                            </td>
                            <td className={classes['name']}>
                                <Link
                                    to="/projects/$projectId/features/$featureName"
                                    params={{ projectId, featureName: flag.name }}
                                    title={flag.description ?? undefined}
                                >
                                    {flag.name}
                                </Link>
                                {flag.stale && (
                                    <Tooltip label="Someone marked it as stale, or it is older than flags of its type should be">
                                        <Badge size="xs" color="brass">
                                            stale
                                        </Badge>
                                    </Tooltip>
                                )}
                                {flag.tags?.map(({ type, value }) => (
                                    <button
                                        key={`${type}:${value}`}
                                        type="button"
                                        className={classes['tag']}
                                        onClick={() => onFilter({ tag: `${type}:${value}` })}
                                    >
                                        {type === 'simple' ? value : `${type}:${value}`}
                                    </button>
                                ))}
                            </td>
                            <td className={classes['type']}>
                                <FlagTypeMark type={flag.type} />
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
                                            <EnvironmentSwitch
                                                projectId={projectId}
                                                featureName={flag.name}
                                                environment={name}
                                                enabled={there.enabled}
                                            />
                                        ) : (
                                            '–'
                                        )}
                                    </td>
                                );
                            })}
                            <td className={classes['when']}>
                                <When at={flag.lastSeenAt} c="dimmed" />
                            </td>
                            <td className={classes['when']}>
                                <When at={flag.createdAt} c="dimmed" />
                            </td>
                        </tr>
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

/** Only to give a heading made elsewhere its key. */
const EnvironmentHeading = ({ children }: { children: React.ReactNode }) => children;

function FavoriteFlag({ projectId, flag }: { projectId: string; flag: FlagOverview }) {
    const favorite = useFavoriteFlag(projectId);
    return (
        <ActionIcon
            size="sm"
            className={flag.favorite ? undefined : classes['unstarred']}
            color="gray"
            aria-label={flag.favorite ? `Remove ${flag.name} from your favourites` : `Make ${flag.name} a favourite`}
            aria-pressed={flag.favorite}
            onClick={() => favorite.mutate({ featureName: flag.name, isFavorite: !flag.favorite })}
        >
            {flag.favorite ? <IconStarFilled size={14} color="var(--mantine-color-brass-4)" /> : <IconStar size={14} />}
        </ActionIcon>
    );
}

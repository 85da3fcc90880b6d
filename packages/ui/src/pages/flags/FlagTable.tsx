import { Checkbox, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { useProjectRequests } from '../change-requests/change-request.queries.ts';
import { pendingByFlag } from '../change-requests/pending.ts';
import { useMayChange } from '../change-requests/use-protection.ts';
import { FlagRow, type RowActions } from './FlagRow.tsx';
import classes from './FlagTable.module.css';
import { useFavoriteFlag } from './flag.queries.ts';
import { type FlagFilter, sortByEnvironment } from './flag-filter.ts';
import { useFlagSwitch } from './use-flag-switch.tsx';

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

/** Up to so many environments there is room for everything else. */
const FEW = 4;

/** All flags of a project. Only the rows in the window exist, so that thousands scroll like ten. */
export function FlagTable({ projectId, flags, environments, filter, onFilter, selected, onSelect }: Props) {
    const frame = useRef<HTMLTableElement>(null);
    const [offset, setOffset] = useState(0);
    useLayoutEffect(() => setOffset(frame.current?.offsetTop ?? 0), []);
    const rows = useWindowVirtualizer({
        count: flags.length,
        estimateSize: () => ROW,
        overscan: 10,
        // React may draw when it can; the browser scrolls on meanwhile.
        useFlushSync: false,
        scrollMargin: offset,
        getItemKey: (index) => flags[index]?.name ?? index,
    });
    // Only there do rows wrap.
    const isSmall = useMediaQuery('(max-width: 700px)');
    const items = rows.getVirtualItems();
    const before = (items[0]?.start ?? offset) - offset;
    const after = rows.getTotalSize() + offset - (items.at(-1)?.end ?? offset);
    const columns = environments.length + 6;
    const areAllSelected = flags.length > 0 && flags.every(({ name }) => selected.has(name));

    const mayChange = useMayChange(projectId);
    const names = environments.map(({ name }) => name).filter((name) => mayChange('UPDATE_FEATURE_ENVIRONMENT', name));
    // The same set for as long as it says the same: rows are drawn again when it changes.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    const allowed = useMemo(() => new Set(names), [names.join('\n')]);
    const { data: requests } = useProjectRequests(projectId);
    const pending = useMemo(() => pendingByFlag(requests ?? []), [requests]);
    const { actions, question } = useActions({ projectId, selected, onSelect, onFilter });

    const sorting = { filter, onFilter };
    return (
        <>
            <table
                ref={frame}
                className={classes['table']}
                data-crowded={environments.length > FEW || undefined}
                style={{ '--environments': environments.length }}
                aria-rowcount={flags.length + 1}
                aria-label="Flags"
            >
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
                        <Heading by="name" className={classes['name']} {...sorting}>
                            Flag
                        </Heading>
                        <Heading by="stage" className={classes['stage']} {...sorting}>
                            Lifecycle
                        </Heading>
                        {environments.map(({ name, type }) => (
                            <Heading
                                key={name}
                                by={sortByEnvironment(name)}
                                className={classes['environment']}
                                {...sorting}
                            >
                                <span className={classes['environmentName']}>
                                    <EnvironmentMark type={type} width={13} />
                                    <span className={classes['environmentLabel']}>{name}</span>
                                </span>
                            </Heading>
                        ))}
                        <Heading by="seen" className={classes['when']} {...sorting}>
                            Last seen
                        </Heading>
                        <Heading by="created" className={classes['created']} {...sorting}>
                            Created
                        </Heading>
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
                            <FlagRow
                                key={key}
                                ref={isSmall ? rows.measureElement : undefined}
                                index={index}
                                flag={flag}
                                environments={environments}
                                allowed={allowed}
                                pending={pending.get(flag.name)}
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
            {question}
        </>
    );
}

interface HeadingProps {
    /** What the column sorts by. */
    by: string;
    className: string | undefined;
    filter: FlagFilter;
    onFilter: Props['onFilter'];
    children: ReactNode;
}

function Heading({ by, className, filter, onFilter, children }: HeadingProps) {
    const isSorted = filter.sort === by;
    return (
        <th className={className} aria-sort={isSorted ? (filter.isDown ? 'descending' : 'ascending') : undefined}>
            <UnstyledButton
                className={classes['sort']}
                onClick={() => onFilter({ sort: by, isDown: isSorted && !filter.isDown ? true : undefined })}
            >
                {children}
                {isSorted && (filter.isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
            </UnstyledButton>
        </th>
    );
}

/** What rows can do, the same object for as long as the table lives, so that rows need not be drawn again. */
function useActions({
    projectId,
    selected,
    onSelect,
    onFilter,
}: Pick<Props, 'projectId' | 'selected' | 'onSelect' | 'onFilter'>): { actions: RowActions; question: ReactNode } {
    const { turn, dialog } = useFlagSwitch(projectId);
    const { mutate: setFavorite } = useFavoriteFlag(projectId);
    const navigate = useNavigate();
    const latest = useRef({ selected, onSelect, onFilter, turn, setFavorite, navigate });
    latest.current = { selected, onSelect, onFilter, turn, setFavorite, navigate };
    const actions = useMemo<RowActions>(
        () => ({
            open: ({ project, name }) =>
                void latest.current.navigate({
                    to: '/projects/$projectId/features/$featureName',
                    params: { projectId: project, featureName: name },
                }),
            select(name) {
                const next = new Set(latest.current.selected);
                if (!next.delete(name)) next.add(name);
                latest.current.onSelect(next);
            },
            favorite: ({ name, favorite }) => latest.current.setFavorite({ featureName: name, isFavorite: !favorite }),
            toggle({ name, environments }, environment, enabled) {
                const there = environments.find((each) => each.name === environment);
                if (there) latest.current.turn({ featureName: name, there, enabled });
            },
            filter: (changes) => latest.current.onFilter(changes),
        }),
        [],
    );
    return { actions, question: dialog };
}

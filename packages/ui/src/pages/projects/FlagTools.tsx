import { ActionIcon, Button, Menu, Select, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDotsVertical, IconFileExport, IconFileImport, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { SHORTCUTS } from '../../app/shortcuts.ts';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Filters } from '../../components/lists/Filters.tsx';
import { compareValues } from '../../components/lists/order.ts';
import { SearchBox } from '../../components/lists/SearchBox.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { STAGES } from '../flags/page/stages.ts';
import { type FlagFilter, readFlagFilter } from '../flags/table/flag-filter.ts';
import { SavedViews } from '../flags/table/SavedViews.tsx';
import classes from './ProjectFlags.module.css';

interface Props {
    projectId: string;
    flags: FlagOverview[];
    /** The number of flags that match the filter. */
    shown: number;
    environments: string[];
    filter: FlagFilter;
    onFilter: (changes: FlagFilter) => void;
    onCreate: () => void;
}

const NO_FILTER: FlagFilter = {
    q: undefined,
    type: undefined,
    state: undefined,
    stage: undefined,
    tag: undefined,
    status: undefined,
};

/** The part of the URL to store in a view: without open panels. */
const viewOf = ({ tab: _tab, panel: _panel, strategy: _strategy, ...view }: FlagFilter): FlagFilter => view;

/** The toolbar above the table: search, filters and the create button. */
export function FlagTools({ projectId, flags, shown, environments, filter, onFilter, onCreate }: Props) {
    const search = useRef<HTMLInputElement>(null);
    const types = useFlagTypes();
    const may = useMay();
    const tags = useMemo(
        () =>
            [...new Set(flags.flatMap((flag) => flag.tags?.map(({ type, value }) => `${type}:${value}`) ?? []))].sort(
                compareValues,
            ),
        [flags],
    );
    useHotkeys([
        [SHORTCUTS.search.keys, () => search.current?.focus()],
        [SHORTCUTS.create.keys, () => may('CREATE_FEATURE', { project: projectId }) && onCreate()],
    ]);
    const apply = (changes: FlagFilter) => onFilter({ ...NO_FILTER, ...changes });
    const isFiltered = Boolean(filter.q || filter.type || filter.state || filter.stage || filter.tag || filter.status);
    return (
        <div className={classes['tools']}>
            <SearchBox
                ref={search}
                opensFirst
                className={classes['search']}
                aria-label="Search flags"
                placeholder="Search flags and tags ( / )"
                rightSectionWidth={84}
                rightSection={
                    <span className={classes['count']} aria-live="polite">
                        {isFiltered && `${formatNumber(shown)} of `}
                        {formatNumber(flags.length)} {!isFiltered && (flags.length === 1 ? 'flag' : 'flags')}
                    </span>
                }
                value={filter.q}
                onSearch={(q) => onFilter({ q })}
            />
            <Filters chosen={[filter.type, filter.state ?? filter.stage, filter.status, filter.tag]}>
                <Select
                    aria-label="Type"
                    placeholder="Any type"
                    clearable
                    data={(types.data ?? []).map(({ id }) => id)}
                    value={filter.type ?? null}
                    onChange={(type) => onFilter({ type: type ?? undefined })}
                />
                <StateSelect filter={filter} onFilter={onFilter} />
                <Select
                    aria-label="On or off where"
                    placeholder="On or off"
                    clearable
                    comboboxProps={{ width: 190, position: 'bottom-start' }}
                    data={environments.flatMap((name) =>
                        ['on', 'off'].map((status) => ({ value: `${name}:${status}`, label: `${status} in ${name}` })),
                    )}
                    value={filter.status ?? null}
                    onChange={(status) => onFilter({ status: status ?? undefined })}
                />
                {(tags.length > 0 || filter.tag) && (
                    <Select
                        aria-label="Tag"
                        placeholder="Any tag"
                        clearable
                        searchable
                        comboboxProps={{ width: 190, position: 'bottom-start' }}
                        data={tags}
                        value={filter.tag ?? null}
                        onChange={(tag) => onFilter({ tag: tag ?? undefined })}
                    />
                )}
            </Filters>
            <SavedViews
                list={`project.${projectId}`}
                search={viewOf(filter)}
                onApply={(view) => apply({ sort: undefined, isDown: undefined, ...viewOf(readFlagFilter(view)) })}
            />
            {isFiltered && (
                <Tooltip label="Clear filters">
                    <ActionIcon size={32} aria-label="Clear filters" onClick={() => apply({})}>
                        <IconFilterOff size={16} />
                    </ActionIcon>
                </Tooltip>
            )}
            <div className={classes['end']}>
                <TransferMenu projectId={projectId} />
                <PermissionControl to="CREATE_FEATURE" project={projectId}>
                    <Button leftSection={<IconPlus size={15} />} onClick={onCreate}>
                        New flag
                    </Button>
                </PermissionControl>
            </div>
        </div>
    );
}

/** Filters by staleness or lifecycle stage, one at a time. */
function StateSelect({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
    return (
        <Select
            aria-label="State"
            placeholder="Any state"
            clearable
            data={[
                {
                    group: 'State',
                    items: [
                        { value: 'active', label: 'Active' },
                        { value: 'stale', label: 'Stale' },
                    ],
                },
                { group: 'Lifecycle', items: STAGES.map(({ stage, label }) => ({ value: stage, label })) },
            ]}
            value={filter.state ?? filter.stage ?? null}
            onChange={(value) => {
                const isState = value === 'active' || value === 'stale';
                onFilter({ state: isState ? value : undefined, stage: isState ? undefined : (value ?? undefined) });
            }}
        />
    );
}

function TransferMenu({ projectId }: { projectId: string }) {
    return (
        <Menu>
            <Menu.Target>
                <ActionIcon size={32} variant="default" aria-label="More">
                    <IconDotsVertical size={16} />
                </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item
                    renderRoot={(props) => <Link to="/transfer" search={{ project: projectId }} {...props} />}
                    leftSection={<IconFileImport size={15} />}
                >
                    Import flags…
                </Menu.Item>
                <Menu.Item
                    renderRoot={(props) => (
                        <Link to="/transfer" search={{ project: projectId, export: true }} {...props} />
                    )}
                    leftSection={<IconFileExport size={15} />}
                >
                    Export flags…
                </Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}

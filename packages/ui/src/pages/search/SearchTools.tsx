import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterOff } from '@tabler/icons-react';
import { Filters } from '../../components/lists/Filters.tsx';
import { SearchBox } from '../../components/lists/SearchBox.tsx';
import { count } from '../../components/text/numbers.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { STAGES } from '../flags/page/stages.ts';
import { SavedViews } from '../flags/table/SavedViews.tsx';
import { useAccessCandidates, useProjects } from '../projects/project.queries.ts';
import { useSession } from '../session/session.queries.ts';
import { readFlagSearch, type SearchQuery } from './flag-search.ts';
import classes from './Search.module.css';

interface Props {
    search: SearchQuery;
    total: number | undefined;
    isFiltered: boolean;
    /** Whether the displayed flags belong to another search. */
    isLoading: boolean;
    onChange: (changes: SearchQuery) => void;
    onShow: (search: SearchQuery) => void;
}

const DAYS = [7, 30, 90, 180, 365];

/** The toolbar above the table: search, filters and saved views. */
export function SearchTools({ search, total, isFiltered, isLoading, onChange, onShow }: Props) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const types = useFlagTypes();
    const owners = useOwners(search.owner);
    const [isOpen, more] = useDisclosure();
    // A filter in use is visible.
    const isMoreShown = isOpen || hiddenFilterValues(search).some((value) => value !== undefined);
    return (
        <div className={classes['tools']}>
            <SearchBox
                opensFirst
                isLoading={isLoading}
                className={classes['search']}
                aria-label="Search flags"
                placeholder="Name, description or tag"
                value={search.query}
                rightSectionWidth={84}
                rightSection={
                    <span className={classes['count']} aria-live="polite">
                        {total !== undefined && count(total, 'flag')}
                    </span>
                }
                onSearch={(query) => onChange({ query })}
            />
            <Filters chosen={filterValues(search)}>
                <Choice
                    label="Project"
                    none="Any project"
                    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                    value={search.project}
                    onChange={(project) => onChange({ project })}
                />
                <Choice
                    label="State"
                    none="Any state"
                    data={[
                        { value: 'active', label: 'Active' },
                        { value: 'stale', label: 'Marked as stale' },
                        { value: 'potentially-stale', label: 'Past its lifetime' },
                        { value: 'old', label: 'Stale or past its lifetime' },
                    ]}
                    value={search.state}
                    onChange={(state) => onChange({ state })}
                />
                <Choice
                    label="On or off where"
                    none="On or off"
                    data={environments.flatMap(({ name }) =>
                        ['on', 'off'].map((status) => ({ value: `${name}:${status}`, label: `${status} in ${name}` })),
                    )}
                    value={search.status}
                    onChange={(status) => onChange({ status })}
                />
                {isMoreShown ? (
                    <>
                        <Choice
                            label="Owner"
                            none="Any owner"
                            data={owners}
                            value={search.owner}
                            onChange={(owner) => onChange({ owner })}
                        />
                        <Choice
                            label="Not seen for"
                            none="Last seen: any"
                            data={spans('Not seen for')}
                            value={search.notSeenFor?.toString()}
                            onChange={(days) => onChange({ notSeenFor: days ? Number(days) : undefined })}
                        />
                        <Choice
                            label="Single value for"
                            none="Value: any"
                            data={spans('Single value for')}
                            value={search.oneAnswerFor?.toString()}
                            onChange={(days) => onChange({ oneAnswerFor: days ? Number(days) : undefined })}
                        />
                        <Choice
                            label="Type"
                            none="Any type"
                            data={(types.data ?? []).map(({ id }) => ({ value: id, label: id }))}
                            value={search.type}
                            onChange={(type) => onChange({ type })}
                        />
                        <Choice
                            label="Lifecycle"
                            none="Any stage"
                            data={STAGES.map(({ stage, label }) => ({ value: stage, label }))}
                            value={search.lifecycle}
                            onChange={(lifecycle) => onChange({ lifecycle })}
                        />
                        <Choice
                            label="Archived or not"
                            none="Not archived"
                            data={[{ value: 'true', label: 'Archived' }]}
                            value={search.archived ? 'true' : undefined}
                            onChange={(archived) => onChange({ archived: archived ? true : undefined })}
                        />
                    </>
                ) : (
                    <Button variant="subtle" onClick={more.open}>
                        More filters
                    </Button>
                )}
            </Filters>
            <SavedViews list="flags" search={search} onApply={(view) => onShow(readFlagSearch(view))} />
            {isFiltered && (
                <Tooltip label="Clear filters">
                    <ActionIcon
                        size={32}
                        aria-label="Clear filters"
                        onClick={() => onShow({ sort: search.sort, isDown: search.isDown })}
                    >
                        <IconFilterOff size={16} />
                    </ActionIcon>
                </Tooltip>
            )}
        </div>
    );
}

/** The values of the filters that are hidden at first. */
const hiddenFilterValues = ({ owner, notSeenFor, oneAnswerFor, type, lifecycle, archived }: SearchQuery) => [
    owner,
    notSeenFor,
    oneAnswerFor,
    type,
    lifecycle,
    archived,
];

const filterValues = (search: SearchQuery) => [
    search.project,
    search.state,
    search.status,
    ...hiddenFilterValues(search),
];

const spans = (what: string) =>
    DAYS.map((days) => ({ value: String(days), label: days === 365 ? `${what} a year` : `${what} ${days} days` }));

interface ChoiceProps {
    label: string;
    none: string;
    data: { value: string; label: string }[];
    value: string | undefined;
    onChange: (value: string | undefined) => void;
}

function Choice({ label, none, data, value, onChange }: ChoiceProps) {
    const isKnown = value === undefined || data.some((each) => each.value === value);
    return (
        <Select
            aria-label={label}
            placeholder={none}
            clearable
            searchable
            selectFirstOptionOnChange
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            // The filters in the URL are visible, too.
            data={isKnown ? data : [...data, { value, label: value }]}
            value={value ?? null}
            onChange={(next) => onChange(next ?? undefined)}
        />
    );
}

/** The options of the owner filter: the user with their groups first, then nobody, users and groups. */
function useOwners(chosen: string | undefined): ChoiceProps['data'] {
    const { users = [], groups = [] } = useAccessCandidates().data ?? {};
    const { data: session } = useSession();
    const me = session && `user:${session.user.id}`;
    const known = [
        ...(me ? [{ value: me, label: 'Me' }] : []),
        { value: 'nobody', label: 'Nobody' },
        ...users
            .filter(({ id }) => `user:${id}` !== me)
            .map(({ id, name, username, email }) => ({
                value: `user:${id}`,
                label: name || username || email || `user ${id}`,
            })),
        ...groups.map(({ id, name }) => ({ value: `group:${id}`, label: name })),
    ];
    if (!chosen?.includes(',')) return known;
    const names = chosen.split(',').map((one) => known.find(({ value }) => value === one)?.label ?? one);
    return [{ value: chosen, label: names.join(' or ') }, ...known];
}

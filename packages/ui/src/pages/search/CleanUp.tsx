import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '../../components/text/numbers.ts';
import type { FlagSearch } from '../flags/table/flag-search.ts';
import classes from './Search.module.css';
import { useFlagSearch } from './search.queries.ts';

interface Kind {
    label: string;
    about: string;
    search: FlagSearch;
}

/** The reasons why a flag may be removable. */
const KINDS: Kind[] = [
    {
        label: 'Safe to remove',
        about: 'Not used in code, not evaluated for 30 days, and everyone got a single value',
        search: { safeToRemove: 30 },
    },
    {
        label: 'Not seen for 30 days',
        about: 'Not evaluated in any environment',
        search: { notSeenFor: 30 },
    },
    {
        label: 'Single value for 30 days',
        about: 'Everyone in production got the same value',
        search: { oneAnswerFor: 30 },
    },
    {
        label: 'Past their lifetime',
        about: 'Past the expected lifetime of their type',
        search: { state: 'potentially-stale' },
    },
    { label: 'Marked as stale', about: 'Marked by a user as ready for clean-up', search: { state: 'stale' } },
    { label: 'Without an owner', about: 'Nobody is responsible for them', search: { owner: 'nobody' } },
];

interface Props {
    search: FlagSearch;
    onChange: (changes: FlagSearch) => void;
}

/** The number of removable flags by reason, within the current search. A click filters by the reason. */
export function CleanUp({ search, onChange }: Props) {
    if (search.archived) return null;
    return (
        <fieldset className={classes['kinds']}>
            <legend className="visually-hidden">Flags to clean up</legend>
            {KINDS.map((kind) => (
                <KindButton key={kind.label} kind={kind} search={search} onChange={onChange} />
            ))}
        </fieldset>
    );
}

function KindButton({ kind: { label, about, search: filter }, search, onChange }: Props & { kind: Kind }) {
    const members = Object.keys(filter) as (keyof FlagSearch)[];
    const isShown = members.every((member) => search[member] === filter[member]);
    const { sort: _sort, isDown: _isDown, ...filters } = search;
    const { data } = useFlagSearch({ ...filters, ...filter }, 0, { limit: 1 });
    if (data?.total === 0 && !isShown) return null;
    const nothing = Object.fromEntries(members.map((member) => [member, undefined]));
    return (
        <UnstyledButton
            className={classes['kind']}
            aria-pressed={isShown}
            title={about}
            onClick={() => onChange(isShown ? nothing : filter)}
        >
            <b>{data ? formatNumber(data.total) : '…'}</b>
            <span>{label}</span>
        </UnstyledButton>
    );
}

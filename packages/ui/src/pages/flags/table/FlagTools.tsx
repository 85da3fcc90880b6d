import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { SHORTCUTS } from '../../../app/shortcuts.ts';
import { Filters } from '../../../components/lists/Filters.tsx';
import { SearchBox } from '../../../components/lists/SearchBox.tsx';
import classes from './FlagTools.module.css';
import { type FlagSearch, isFiltered, NO_SEARCH, readFlagSearch } from './flag-search.ts';
import { SavedViews } from './SavedViews.tsx';
import type { FlagFilter, FlagFilters } from './use-flag-filters.ts';

interface Props {
    search: FlagSearch;
    filters: FlagFilters;
    /** The list of the saved views: `flags`, or `project.<id>`. */
    views: string;
    /** The number of flags. */
    count: ReactNode;
    /** Whether the displayed flags belong to another search. */
    isLoading?: boolean;
    onChange: (changes: FlagSearch) => void;
    /** Buttons at the end. */
    children?: ReactNode;
}

/** The toolbar above a list of flags: search, filters and saved views. */
export function FlagTools({ search, filters, views, count, isLoading = false, onChange, children }: Props) {
    const box = useRef<HTMLInputElement>(null);
    const [isOpen, more] = useDisclosure();
    const isUsed = ({ member }: FlagFilter) => search[member] !== undefined;
    const shown = isOpen || filters.more.some(isUsed) ? [...filters.shown, ...filters.more] : filters.shown;
    useHotkeys([[SHORTCUTS.search.keys, () => box.current?.focus()]]);
    return (
        <div className={classes['tools']}>
            <SearchBox
                ref={box}
                opensFirst
                isLoading={isLoading}
                className={classes['search']}
                aria-label="Search flags"
                placeholder="Name, description or tag ( / )"
                rightSectionWidth={84}
                rightSection={
                    <span className={classes['count']} aria-live="polite">
                        {count}
                    </span>
                }
                value={search.query}
                onSearch={(query) => onChange({ query })}
            />
            <Filters chosen={shown.map(({ member }) => search[member])}>
                {shown.map((filter) => (
                    <Choice key={filter.member} filter={filter} value={search[filter.member]} onChange={onChange} />
                ))}
                {shown === filters.shown && (
                    <Button variant="subtle" onClick={more.open}>
                        More filters
                    </Button>
                )}
            </Filters>
            <SavedViews
                list={views}
                search={search}
                onApply={(view) => onChange({ ...NO_SEARCH, ...readFlagSearch(view) })}
            />
            {isFiltered(search) && (
                <Tooltip label="Clear filters">
                    <ActionIcon
                        size={32}
                        aria-label="Clear filters"
                        onClick={() => onChange({ ...NO_SEARCH, sort: search.sort, isDown: search.isDown })}
                    >
                        <IconFilterOff size={16} />
                    </ActionIcon>
                </Tooltip>
            )}
            {children && <div className={classes['end']}>{children}</div>}
        </div>
    );
}

interface ChoiceProps {
    filter: FlagFilter;
    value: string | number | boolean | undefined;
    onChange: (changes: FlagSearch) => void;
}

function Choice({ filter: { member, label, none, data, read }, value, onChange }: ChoiceProps) {
    const chosen = value?.toString();
    const isKnown = chosen === undefined || data.some((each) => each.value === chosen);
    return (
        <Select
            aria-label={label}
            placeholder={none}
            clearable
            searchable
            selectFirstOptionOnChange
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            // The filters in the URL are visible, too.
            data={isKnown ? data : [...data, { value: chosen, label: chosen }]}
            value={chosen ?? null}
            onChange={(next) => onChange({ [member]: next === null ? undefined : (read?.(next) ?? next) })}
        />
    );
}

import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFlag3, IconTag } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Filters } from '../../components/lists/Filters.tsx';
import { SearchBox } from '../../components/lists/SearchBox.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';
import classes from './EventList.module.css';
import { type EventQuery, useEventCreators } from './event.queries.ts';
import { TYPE_CHOICES, wordsOfType } from './event-labels.ts';
import { useNames } from './names.queries.ts';

interface Props {
    filter: EventQuery;
    onChange: (changes: EventQuery) => void;
}

/** The filters of the event log. */
export function EventFilters({ filter, onChange }: Props) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const { data: creators = [] } = useEventCreators();
    const names = useNames();
    const { feature, type, project, environment, createdBy, from, to } = filter;
    return (
        <div className={classes['filters']}>
            <SearchBox
                aria-label="Search events"
                placeholder="Search"
                value={filter.query}
                onSearch={(query) => onChange({ query })}
            />
            <Filters chosen={[feature, type, project, environment, createdBy, from, to]}>
                <FlagFilter value={feature} onChange={(wanted) => onChange({ feature: wanted })} />
                <Select
                    aria-label="Type of event"
                    placeholder="Any event"
                    leftSection={<IconTag size={15} />}
                    clearable
                    searchable
                    selectFirstOptionOnChange
                    nothingFoundMessage="No matching event type"
                    maxDropdownHeight={320}
                    data={withUnknown(type)}
                    value={type ?? null}
                    onChange={(wanted) => onChange({ type: wanted ?? undefined })}
                />
                <Select
                    aria-label="Project"
                    placeholder="Any project"
                    clearable
                    searchable
                    selectFirstOptionOnChange
                    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                    value={project ?? null}
                    onChange={(wanted) => onChange({ project: wanted ?? undefined })}
                />
                <Select
                    aria-label="Environment"
                    placeholder="Any environment"
                    clearable
                    data={environments.map(({ name }) => name)}
                    value={environment ?? null}
                    onChange={(wanted) => onChange({ environment: wanted ?? undefined })}
                />
                <Select
                    aria-label="Who"
                    placeholder="Anyone"
                    clearable
                    searchable
                    selectFirstOptionOnChange
                    data={creators.map(({ id, name }) => ({ value: String(id), label: names.person(id) ?? name }))}
                    value={createdBy ?? null}
                    onChange={(wanted) => onChange({ createdBy: wanted ?? undefined })}
                />
                <TextInput
                    aria-label="From day"
                    type="date"
                    value={from ?? ''}
                    onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
                />
                <TextInput
                    aria-label="To day"
                    type="date"
                    value={to ?? ''}
                    onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
                />
            </Filters>
        </div>
    );
}

/** Adds a type from the URL that this version does not know. */
function withUnknown(type: string | undefined) {
    const isKnown = TYPE_CHOICES.some(({ items }) => items.some(({ value }) => value === type));
    if (!type || isKnown) return TYPE_CHOICES;
    return [...TYPE_CHOICES, { group: 'Other', items: [{ value: type, label: wordsOfType(type) }] }];
}

interface FlagProps {
    value: string | undefined;
    onChange: (flag: string | undefined) => void;
}

/**
 * A filter by flag with suggestions by partial name. Deleted flags must be entered in full. The list is filtered only after a
 * selection.
 */
function FlagFilter({ value = '', onChange }: FlagProps) {
    const [text, setText] = useState(value);
    const [settled] = useDebouncedValue(text, 120);
    const { data } = useFlagSearch({ query: settled }, 0, { limit: 8 });
    useEffect(() => setText(value), [value]);
    const choose = (flag: string) => {
        setText(flag);
        if (flag !== value) onChange(flag || undefined);
    };
    return (
        <Autocomplete
            aria-label="Flag"
            placeholder="Any flag"
            leftSection={<IconFlag3 size={15} />}
            clearable
            clearButtonProps={{ 'aria-label': 'Any flag' }}
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            data={[...new Set(data?.features.map(({ name }) => name))]}
            // The service has already matched names, descriptions and tags.
            filter={({ options }) => options}
            // Suggestions may belong to earlier input: Enter selects one only after it was highlighted.
            selectFirstOptionOnChange={false}
            value={text}
            onChange={(typed) => {
                setText(typed);
                if (typed === '') choose('');
            }}
            onOptionSubmit={choose}
            onBlur={() => choose(text.trim())}
            onKeyDown={(event) => {
                if (event.key === 'Enter') choose(text.trim());
            }}
        />
    );
}

import { Autocomplete, Button, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconFlag3, IconTag } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Filters } from '../../components/lists/Filters.tsx';
import { SearchBox } from '../../components/lists/SearchBox.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';
import classes from './EventList.module.css';
import { type EventQuery, type Period, useEventCreators } from './event.queries.ts';
import { eventTypeLabel, TYPE_CHOICES } from './event-labels.ts';
import { useNames } from './names.queries.ts';

interface Props {
    filter: EventQuery;
    onChange: (changes: EventQuery) => void;
}

/** The filters of the audit log. */
export function EventFilters({ filter, onChange }: Props) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const { data: creators = [] } = useEventCreators();
    const names = useNames();
    const [isOpen, more] = useDisclosure();
    const { feature, type, project, environment, createdBy, from, to, last } = filter;
    // A filter in use is visible.
    const isMoreShown = isOpen || [project, environment, createdBy].some((value) => value !== undefined);
    return (
        <div className={classes['filters']}>
            <SearchBox
                aria-label="Search events"
                placeholder="Search"
                value={filter.query}
                onSearch={(query) => onChange({ query })}
            />
            <Filters chosen={[feature, type, project, environment, createdBy, last ?? from ?? to]}>
                <FlagFilter value={feature} onChange={(selected) => onChange({ feature: selected })} />
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
                    onChange={(selected) => onChange({ type: selected ?? undefined })}
                />
                <PeriodFilter filter={filter} onChange={onChange} />
                {isMoreShown ? (
                    <>
                        <Select
                            aria-label="Project"
                            placeholder="Any project"
                            clearable
                            searchable
                            selectFirstOptionOnChange
                            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                            value={project ?? null}
                            onChange={(selected) => onChange({ project: selected ?? undefined })}
                        />
                        <Select
                            aria-label="Environment"
                            placeholder="Any environment"
                            clearable
                            data={environments.map(({ name }) => name)}
                            value={environment ?? null}
                            onChange={(selected) => onChange({ environment: selected ?? undefined })}
                        />
                        <Select
                            aria-label="Who"
                            placeholder="Anyone"
                            clearable
                            searchable
                            selectFirstOptionOnChange
                            data={creators.map(({ id, name }) => ({
                                value: String(id),
                                label: names.person(id) ?? name,
                            }))}
                            value={createdBy ?? null}
                            onChange={(selected) => onChange({ createdBy: selected ?? undefined })}
                        />
                    </>
                ) : (
                    <Button variant="subtle" justify="start" onClick={more.open}>
                        More filters
                    </Button>
                )}
            </Filters>
        </div>
    );
}

const PERIOD_LABELS: Record<Period, string> = { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days' };

/** A period until now, or the first and the last day. */
function PeriodFilter({ filter: { last, from, to }, onChange }: Props) {
    const [isOpen, days] = useDisclosure();
    const hasDays = isOpen || from !== undefined || to !== undefined;
    return (
        <>
            <Select
                aria-label="Period"
                placeholder="Any time"
                leftSection={<IconCalendar size={15} />}
                clearable
                data={[
                    ...Object.entries(PERIOD_LABELS).map(([value, label]) => ({ value, label })),
                    { value: 'days', label: 'Days…' },
                ]}
                value={last ?? (hasDays ? 'days' : null)}
                onChange={(selected) => {
                    if (selected === 'days') {
                        days.open();
                        return onChange({ last: undefined });
                    }
                    days.close();
                    // The other values are those of the labels.
                    onChange({ last: (selected ?? undefined) as Period | undefined, from: undefined, to: undefined });
                }}
            />
            {hasDays && (
                <>
                    <DayField label="From" value={from} onChange={(day) => onChange({ from: day })} />
                    <DayField label="To" value={to} onChange={(day) => onChange({ to: day })} />
                </>
            )}
        </>
    );
}

interface DayProps {
    label: string;
    value: string | undefined;
    onChange: (day: string | undefined) => void;
}

function DayField({ label, value = '', onChange }: DayProps) {
    return (
        <TextInput
            type="date"
            aria-label={label}
            leftSection={<Text size="xs">{label}</Text>}
            leftSectionWidth={46}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
    );
}

/** Adds a type from the URL that this version does not know. */
function withUnknown(type: string | undefined) {
    const isKnown = TYPE_CHOICES.some(({ items }) => items.some(({ value }) => value === type));
    if (!type || isKnown) return TYPE_CHOICES;
    return [...TYPE_CHOICES, { group: 'Other', items: [{ value: type, label: eventTypeLabel(type) }] }];
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
    const [debounced] = useDebouncedValue(text, 120);
    const { data } = useFlagSearch({ query: debounced }, 0, { limit: 8 });
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

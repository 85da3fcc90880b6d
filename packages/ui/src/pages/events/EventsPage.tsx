import { Badge, Group, Select, TextInput, Tooltip } from '@mantine/core';
import { IconFlag3, IconShieldCheck, IconShieldX, IconTag } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../components/may.ts';
import { Page } from '../../components/Page.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { EventExport } from './EventExport.tsx';
import { EventList } from './EventList.tsx';
import { type EventFilter, useEventChain, useEventCreators } from './event.queries.ts';

const route = getRouteApi('/app/history');

export function EventsPage() {
    const filter = route.useSearch();
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const { data: creators = [] } = useEventCreators();
    const change = (changes: EventFilter) =>
        void navigate({ to: '/history', search: { ...filter, ...changes }, replace: true });
    return (
        <Page
            title="Event log"
            beside={<ChainBadge />}
            about="Every change, with what was before and after. Nothing in it can be edited."
            actions={<EventExport filter={filter} />}
        >
            <Group gap={8} mb="md">
                <SearchBox
                    aria-label="Search events"
                    placeholder="Search"
                    value={filter.query}
                    onSearch={(query) => change({ query })}
                    w={200}
                />
                <SearchBox
                    aria-label="Flag"
                    placeholder="Any flag"
                    leftSection={<IconFlag3 size={15} />}
                    type="search"
                    value={filter.feature}
                    onSearch={(feature) => change({ feature })}
                    w={160}
                />
                <SearchBox
                    aria-label="Type of event"
                    placeholder="Any type of event"
                    leftSection={<IconTag size={15} />}
                    type="search"
                    value={filter.type}
                    onSearch={(type) => change({ type })}
                    w={200}
                />
                <Select
                    aria-label="Project"
                    placeholder="Any project"
                    clearable
                    searchable
                    w={160}
                    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                    value={filter.project ?? null}
                    onChange={(project) => change({ project: project ?? undefined })}
                />
                <Select
                    aria-label="Environment"
                    placeholder="Any environment"
                    clearable
                    w={165}
                    data={environments.map(({ name }) => name)}
                    value={filter.environment ?? null}
                    onChange={(environment) => change({ environment: environment ?? undefined })}
                />
                <Select
                    aria-label="Who"
                    placeholder="Anyone"
                    clearable
                    searchable
                    w={150}
                    data={creators.map(({ id, name }) => ({ value: String(id), label: name }))}
                    value={filter.createdBy ?? null}
                    onChange={(createdBy) => change({ createdBy: createdBy ?? undefined })}
                />
                <TextInput
                    aria-label="From day"
                    type="date"
                    value={filter.from ?? ''}
                    onChange={(event) => change({ from: event.currentTarget.value || undefined })}
                />
                <TextInput
                    aria-label="To day"
                    type="date"
                    value={filter.to ?? ''}
                    onChange={(event) => change({ to: event.currentTarget.value || undefined })}
                />
            </Group>
            <EventList key={JSON.stringify(filter)} filter={filter} />
        </Page>
    );
}

function ChainBadge() {
    const isAdmin = useMay()('ADMIN');
    const { data } = useEventChain(isAdmin);
    if (!data) return null;
    return data.valid ? (
        <Tooltip
            label={`The hashes of all ${data.verified} events were checked: none was changed, removed or inserted.`}
        >
            <Badge color="green" leftSection={<IconShieldCheck size={12} />}>
                Verified chain
            </Badge>
        </Tooltip>
    ) : (
        <Tooltip label={`Event ${data.firstBroken?.id}: ${data.firstBroken?.reason}`}>
            <Badge color="red" leftSection={<IconShieldX size={12} />}>
                Chain broken
            </Badge>
        </Tooltip>
    );
}

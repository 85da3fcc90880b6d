import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { Empty } from '../../components/layout/States.tsx';
import { CompareLink } from '../compare/CompareLink.tsx';
import { ChainBadge } from './ChainBadge.tsx';
import { EventExport } from './EventExport.tsx';
import { EventFilters } from './EventFilters.tsx';
import { EventList } from './EventList.tsx';
import type { EventQuery } from './event.queries.ts';

const route = getRouteApi('/app/history');

export function EventsPage() {
    const filter = route.useSearch();
    const navigate = useNavigate();
    const change = (changes: EventQuery) =>
        // A new search drops the linked event.
        void navigate({
            to: '/history',
            search: { ...filter, id: undefined, groupId: undefined, ...changes },
            replace: true,
        });
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const clear = () => void navigate({ to: '/history' });
    return (
        <Page
            title="Audit log"
            titleExtra={<ChainBadge />}
            about="Every change, with the state before and after. Events cannot be edited."
            actions={
                <>
                    <CompareLink project={filter.project} environment={filter.environment} />
                    <EventExport filter={filter} />
                </>
            }
        >
            <EventFilters filter={filter} onChange={change} />
            <EventList
                key={JSON.stringify(filter)}
                filter={filter}
                noResults={
                    isFiltered && (
                        <Empty
                            title={filter.id ? `Event ${filter.id} is not available` : 'No event matches'}
                            icon={<IconFilterOff size={22} />}
                            action={
                                <Button variant="default" onClick={clear}>
                                    Show all events
                                </Button>
                            }
                        >
                            {filter.id
                                ? 'It does not exist, or belongs to a project you cannot see.'
                                : 'No events match these filters.'}
                        </Empty>
                    )
                }
            />
        </Page>
    );
}

import { Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { count } from '../../components/text/numbers.ts';
import { formatDay } from '../../components/time/time.tsx';
import { EventGroup } from './EventGroup.tsx';
import classes from './EventList.module.css';
import { EventRow } from './EventRow.tsx';
import { type EventQuery, useAppliedRequests, useEvents, useGroupSize } from './event.queries.ts';
import { groupEvents } from './groups.ts';
import { ListContext } from './list-context.ts';
import { useNames } from './names.queries.ts';

interface Props {
    filter: EventQuery;
    /** The empty state if the filter matches nothing. */
    noResults?: ReactNode;
    /** Whether the list is part of the page of a flag. */
    isFlagHistory?: boolean;
}

/** Events by day, newest first. Each entry expands to its details. */
export function EventList({ filter, noResults: noneFound, isFlagHistory = false }: Props) {
    // The offset of each page. Pages have different lengths, because a change of many events is one entry.
    const [pages, setPages] = useState([0]);
    const offset = pages.at(-1) ?? 0;
    const events = useEvents(filter, offset);
    const names = useNames();
    const { cut } = groupEvents(events.data?.events ?? [], hasMore(events.data, offset));
    const { data: sizeOfCut } = useGroupSize(filter, cut?.events[0].groupId);
    const groups = [...new Set(events.data?.events.map(({ groupId }) => groupId))];
    const { data: requests = NO_REQUESTS } = useAppliedRequests(filter.feature === undefined ? [] : groups);
    const context = useMemo(() => ({ requests, isFlagHistory }), [requests, isFlagHistory]);
    return (
        <QueryContent query={events} skeleton={<Rows count={8} height={44} />}>
            {(data) => {
                if (data.events.length === 0) return noneFound ?? <NoEvents />;
                const { entries, count: loaded } = groupEvents(data.events, hasMore(data, offset));
                const days = Map.groupBy(entries, ({ events: [{ createdAt }] }) => formatDay(createdAt));
                const next = offset + (sizeOfCut ?? loaded);
                return (
                    <ListContext value={context}>
                        {[...days].map(([date, ofDay]) => (
                            <section key={date} className={classes['day']}>
                                <h2>{date}</h2>
                                <ol>
                                    {ofDay.map((each) =>
                                        each.events.length === 1 ? (
                                            <EventRow
                                                key={each.events[0].id}
                                                event={each.events[0]}
                                                names={names}
                                                isOpen={filter.id !== undefined}
                                            />
                                        ) : (
                                            <EventGroup
                                                key={each.events[0].id}
                                                {...each}
                                                names={names}
                                                size={each === cut ? sizeOfCut : undefined}
                                                filter={filter}
                                            />
                                        ),
                                    )}
                                </ol>
                            </section>
                        ))}
                        <Group justify="space-between" mt="md">
                            <Text size="xs" c="dimmed">
                                {count(data.total, 'event')}
                            </Text>
                            {(pages.length > 1 || next < data.total) && (
                                <Group gap="xs" component="nav" aria-label="Pages of events">
                                    <Button
                                        variant="default"
                                        size="xs"
                                        disabled={pages.length === 1}
                                        onClick={() => setPages(pages.slice(0, -1))}
                                    >
                                        Newer
                                    </Button>
                                    <Button
                                        variant="default"
                                        size="xs"
                                        disabled={next >= data.total || (cut && sizeOfCut === undefined)}
                                        loading={events.isPlaceholderData}
                                        onClick={() => setPages([...pages, next])}
                                    >
                                        Older
                                    </Button>
                                </Group>
                            )}
                        </Group>
                    </ListContext>
                );
            }}
        </QueryContent>
    );
}

const NO_REQUESTS: ReadonlyMap<string, number> = new Map();

const hasMore = (data: { events: readonly unknown[]; total: number } | undefined, offset: number) =>
    data !== undefined && offset + data.events.length < data.total;

function NoEvents() {
    return (
        <Empty title="No events yet" icon={<IconHistory size={22} />}>
            Every change is recorded here: who, what, when, before and after.
        </Empty>
    );
}

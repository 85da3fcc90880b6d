import { Button, Group, Pagination, Text, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundEvent } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { Diff } from '../../components/Diff.tsx';
import { Empty, Loaded, Rows } from '../../components/States.tsx';
import { ago, dateTime, dayInWords, timeOfDay } from '../../components/time.tsx';
import { useFlag } from '../flags/flag.queries.ts';
import { useReview } from '../strategies/Review.tsx';
import classes from './EventList.module.css';
import { EVENTS_PER_PAGE, type EventFilter, useEvents } from './event.queries.ts';
import { Markdown } from './Markdown.tsx';
import { useRevert } from './revert.queries.ts';
import { reverting } from './revert.ts';

/** Events, newest first, by day; each opens to what it changed. */
export function EventList({ filter }: { filter: EventFilter }) {
    const [page, setPage] = useState(0);
    const events = useEvents(filter, page);
    return (
        <Loaded query={events} skeleton={<Rows count={8} height={44} />}>
            {({ events: list, total }) => {
                if (list.length === 0) {
                    return (
                        <Empty title="No events" icon={<IconHistory size={22} />}>
                            Every change is written down here: who, what, when, before and after.
                        </Empty>
                    );
                }
                const days = Object.entries(Object.groupBy(list, ({ createdAt }) => dayInWords(createdAt)));
                const pages = Math.ceil(total / EVENTS_PER_PAGE);
                return (
                    <div>
                        {days.map(([date, ofDay = []]) => (
                            <section key={date} className={classes['day']}>
                                <h2>{date}</h2>
                                <ol>
                                    {ofDay.map((event) => (
                                        <EventRow key={event.id} event={event} />
                                    ))}
                                </ol>
                            </section>
                        ))}
                        <Group justify="space-between" mt="md">
                            <Text size="xs" c="dimmed">
                                {total.toLocaleString('en')} {total === 1 ? 'event' : 'events'}
                            </Text>
                            {pages > 1 && (
                                <Pagination
                                    size="sm"
                                    total={pages}
                                    value={page + 1}
                                    onChange={(next) => setPage(next - 1)}
                                    getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                                />
                            )}
                        </Group>
                    </div>
                );
            }}
        </Loaded>
    );
}

function EventRow({ event }: { event: FoundEvent }) {
    const [isOpen, setIsOpen] = useState(false);
    const revert = useRevert(event);
    const way = reverting(event);
    const { ask, dialog } = useReview();
    const isSwitch = /^feature-environment-(enabled|disabled)$/.test(event.type);
    const hasDetail = event.data !== null || event.preData !== null || isSwitch;
    return (
        <li className={classes['event']} data-open={isOpen || undefined}>
            <UnstyledButton
                className={classes['row']}
                onClick={() => setIsOpen(!isOpen)}
                aria-expanded={isOpen}
                disabled={!hasDetail}
            >
                <time
                    className={classes['time']}
                    dateTime={event.createdAt}
                    title={`${dateTime(event.createdAt)}, ${ago(event.createdAt)}`}
                >
                    {timeOfDay(event.createdAt)}
                </time>
                <span className={classes['summary']}>
                    <Markdown text={event.summary} />
                </span>
                <code className={classes['type']}>{event.type}</code>
                {hasDetail && <IconChevronDown size={14} className={classes['chevron']} aria-hidden="true" />}
            </UnstyledButton>
            {isOpen && (
                <div className={classes['detail']}>
                    {isSwitch ? (
                        <Diff
                            before={{ [event.environment ?? '']: event.type.endsWith('-enabled') ? 'off' : 'on' }}
                            after={{ [event.environment ?? '']: event.type.endsWith('-enabled') ? 'on' : 'off' }}
                        />
                    ) : (
                        <Diff before={event.preData} after={event.data} />
                    )}
                    <Group gap="sm" mt={8}>
                        <Text size="xs" c="dimmed">
                            Event {event.id}
                        </Text>
                        {event.project && event.featureName && (
                            <Link
                                to="/projects/$projectId/features/$featureName"
                                params={{ projectId: event.project, featureName: event.featureName }}
                                className={classes['link']}
                            >
                                Go to {event.featureName}
                            </Link>
                        )}
                        {way && (
                            <div className={classes['revert']}>
                                <Allowed
                                    to={way.needs}
                                    project={event.project ?? undefined}
                                    environment={event.environment ?? undefined}
                                >
                                    <Button
                                        size="compact-xs"
                                        variant="default"
                                        leftSection={<IconArrowBackUp size={13} />}
                                        loading={revert.isPending}
                                        onClick={() =>
                                            ask({
                                                title: `Revert event ${event.id}?`,
                                                about: event.environment
                                                    ? `This changes ${event.featureName} in ${event.environment}.`
                                                    : `This changes ${event.featureName}.`,
                                                verb: 'Revert',
                                                difference: <RevertDifference event={event} />,
                                                run: () => revert.mutate(way),
                                            })
                                        }
                                    >
                                        Revert to before
                                    </Button>
                                </Allowed>
                            </div>
                        )}
                    </Group>
                </div>
            )}
            {dialog}
        </li>
    );
}

/** What a revert would change now. */
function RevertDifference({ event }: { event: FoundEvent }) {
    const flag = useFlag({ projectId: event.project ?? '', featureName: event.featureName ?? '' });
    return (
        <Loaded query={flag} skeleton={<Rows count={2} />}>
            {(now) => {
                const difference = reverting(event)?.difference(now);
                return difference ? <Diff {...difference} /> : <Text size="sm">This strategy no longer exists.</Text>;
            }}
        </Loaded>
    );
}

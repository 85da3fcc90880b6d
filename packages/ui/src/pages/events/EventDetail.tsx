import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import { Diff } from '../../components/diff/Diff.tsx';
import { EventEffect, mayAffect } from './EventEffect.tsx';
import { EventLink } from './EventLink.tsx';
import classes from './EventList.module.css';
import { useRevertsOf } from './event.queries.ts';
import { Facts, isTruncated } from './Facts.tsx';
import type { Fact } from './reading.ts';

/** The details of an event, the affected users and the available actions. */
export function EventDetail({ event, facts }: { event: ListedEvent; facts: readonly Fact[] }) {
    const [isRaw, setIsRaw] = useState(false);
    const hasData = event.data !== null || event.preData !== null;
    return (
        <>
            {isRaw ? (
                <Diff before={event.preData} after={event.data} />
            ) : (
                !mayAffect(event) && isTruncated(facts) && <Facts facts={facts} />
            )}
            {mayAffect(event) && <EventEffect event={event} />}
            <Group gap="sm" mt={8}>
                <Text size="xs" c="dimmed">
                    <EventLink id={event.id}>Event {event.id}</EventLink> {event.type}
                </Text>
                <RevertLinks event={event} />
                <StateBeforeEvent event={event} />
                {hasData && (
                    <Button size="compact-xs" variant="subtle" aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
                        {isRaw ? 'Readable' : 'Raw event'}
                    </Button>
                )}
            </Group>
        </>
    );
}

/** The events that reverted this event. */
function RevertLinks({ event }: { event: ListedEvent }) {
    const { data: reverts = [] } = useRevertsOf(event, mayAffect(event));
    return (
        <>
            {reverts.map(({ id }) => (
                <EventLink key={id} id={id}>
                    Reverted by event {id}
                </EventLink>
            ))}
        </>
    );
}

/**
 * Links to the state before the event. The previous revision may be inside the same change; it then resolves to the state before
 * the change.
 */
function StateBeforeEvent({ event: { id, project, featureName, environment } }: { event: ListedEvent }) {
    const asOf = String(id - 1);
    if (!project) return null;
    return (
        <>
            {featureName && (
                <Link
                    to="/projects/$projectId/features/$featureName"
                    params={{ projectId: project, featureName }}
                    search={{ asOf }}
                    className={classes['link']}
                >
                    State before this event
                </Link>
            )}
            {environment && (
                <Link
                    to="/playground"
                    search={{ environments: [environment], projects: [project], asOf }}
                    className={classes['link']}
                >
                    Open state before in playground
                </Link>
            )}
        </>
    );
}

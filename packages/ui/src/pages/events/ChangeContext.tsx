import { Badge, Text } from '@mantine/core';
import { useContext } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import { RequestLink } from '../change-requests/lists/RequestLink.tsx';
import { EventLink } from './EventLink.tsx';
import classes from './EventList.module.css';
import { ListContext } from './list-context.ts';
import { revertedBy } from './reading.ts';
import { requestOf } from './repetitions.ts';

/** The context of a change: its change request, agent, bypassed approvals and reason. */
export function ChangeContext({ event }: { event: ListedEvent }) {
    const { project, bypass, reason, via } = event;
    const { requests } = useContext(ListContext);
    const request = requestOf(event) ?? requests.get(event.groupId);
    const reverted = revertedBy(event);
    return (
        <>
            {reverted !== undefined && <EventLink id={reverted}>reverts {reverted}</EventLink>}
            {project !== null && request !== undefined && (
                <RequestLink project={project} request={request} className={classes['name']}>
                    #{request}
                </RequestLink>
            )}
            {via && (
                <Badge size="sm" color="grape" variant="light">
                    by an agent
                </Badge>
            )}
            {bypass && (
                <Badge size="sm" color="orange" variant="light">
                    without approval
                </Badge>
            )}
            {reason && (
                <Text size="xs" c="dimmed">
                    “{reason}”
                </Text>
            )}
        </>
    );
}
